"""Questions and answers as data: what every other module asks through."""

from __future__ import annotations

import html
import json
from typing import Any, Dict, Iterator, Mapping

from . import _native
from .progress import Progress, watched


class Answer(Mapping[str, Any]):
    """An answer: a mapping of its fields, with the claim of each statement.

    >>> answer = ask("sequence", "kayles", to=200)
    >>> answer["period"], answer.claim
    (12, 'proved')
    >>> answer.stopped is None
    True
    """

    def __init__(self, fields: dict[str, Any]):
        self._fields = fields

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    @property
    def claim(self) -> str:
        """What the main statement rests on: ``proved``, ``up_to`` or ``cited``."""
        return self._fields["claim"]

    @property
    def because(self) -> str:
        """The reason, in words."""
        return self._fields["because"]

    @property
    def claims(self) -> list[dict[str, str]]:
        """What each statement rests on."""
        return self._fields["claims"]

    @property
    def stopped(self) -> str | None:
        """Why the answer is not whole, if it is not."""
        return self._fields.get("stopped")

    def __repr__(self) -> str:
        return f"Answer({self._fields!r})"

    def _repr_html_(self) -> str:
        def row(name: str, value: Any) -> str:
            text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            short = text if len(text) <= 300 else text[:300] + " …"
            return f"<tr><th style='text-align:left'>{html.escape(name)}</th><td style='text-align:left'>{html.escape(short)}</td></tr>"

        # The claim of each statement stands below them all, in words.
        fields = [row(name, value) for name, value in self.items() if name not in ("claim", "claims", "because", "version")]
        claims = [f"{claim['statement']}: {claim['claim']}, {claim['because']}" for claim in self._fields.get("claims", [])]
        return f"<table>{''.join(fields)}{row('claims', '; '.join(claims)) if claims else ''}</table>"


class Certificate(Dict[str, Any]):
    """A proof as a dictionary. ``verify()`` checks it with code that shares nothing with the solvers."""

    def verify(self) -> str:
        """What the certificate proves, in words; :class:`NotUnderstood` when it is refused."""
        return check(self)


def reply(
    question: str,
    text: str = "",
    *,
    format: str = "json",
    explain: bool = False,
    seconds: float | None = None,
    folder: str | None = None,
    progress: Progress = False,
    **options: Any,
) -> dict[str, Any]:
    """What the library says to a question: the whole object, with its status."""
    named = {name.replace("_", "-"): value for name, value in options.items() if value is not None}
    asked = {"question": question, "text": text, "format": format, "explain": explain, "options": named}
    with watched(progress, "step") as watcher:
        answer = json.loads(_native.ask(json.dumps(asked), folder, seconds, watcher))
    if answer["status"] == "failed":
        place = answer.get("place") or {"at": 0, "len": 0}
        start = len(text.encode()[: place["at"]].decode(errors="ignore"))
        end = len(text.encode()[: place["at"] + place["len"]].decode(errors="ignore"))
        raise _native.NotUnderstood(answer["message"], text, start, end, answer.get("help"))
    return answer


def ask(question: str, text: str = "", **options: Any) -> Answer:
    """Asks any question of the program by its name, with the options named as on its command line.

    >>> ask("outcome", "*3 + *5 + *6")["outcome"]
    'P'
    >>> ask("group", "S4")["order"]
    24
    >>> ask("lexicode", length=24, distance=8)["dimension"]
    12
    >>> ask("outcome", "kayels[3]")
    Traceback (most recent call last):
    ...
    impartial_games.NotUnderstood: ('no game is named `kayels`', 'kayels[3]', 0, 6, 'did you mean `kayles`?')
    """
    return Answer(reply(question, text, **options)["answer"])


def rendered(question: str, text: str = "", *, format: str, **options: Any) -> str:
    """The answer in a form for people: ``text``, ``latex``, ``svg``, ``csv``, ``dot``, ``mathml`` …"""
    return reply(question, text, format=format, **options)["text"]


def certificate(question: str, text: str = "", **options: Any) -> Certificate:
    """The proof of an answer."""
    return Certificate(json.loads(reply(question, text, format="certificate", **options)["text"]))


def check(proof: Mapping[str, Any] | str) -> str:
    """Verifies a certificate, a dictionary or JSON text; what it proves, in words.

    >>> from impartial_games import game
    >>> proof = game("kayles").quotient().certificate()
    >>> check(proof)
    'The misère quotient of 0.77, with period 12 from heap 71 has order 40 with 9 elements in P, and Phi is as given.'
    >>> proof["code"] = "0.75"
    >>> check(proof)
    Traceback (most recent call last):
    ...
    impartial_games.NotUnderstood: the certificate does not prove its claim: some sum is outside P and has no option in P
    """
    return _native.check(proof if isinstance(proof, str) else json.dumps(proof))
