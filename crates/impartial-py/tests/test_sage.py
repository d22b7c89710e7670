"""Quotients as objects of Sage, beside the engine's own products. `cargo xtask python sage` installs what this needs."""

import importlib.util
import re

import pytest

import impartial_games as ig

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("sage") is None, reason="Sage is not installed here: cargo xtask python sage"
)


@pytest.mark.parametrize("code", ["0.75", "kayles", "0.123"])
def test_products_in_sage_are_those_of_the_engine(code):
    quotient = ig.Quotient(code)
    sage = quotient.to_sage()
    assert sage.ideal.vector_space_dimension() == quotient.order
    place = {sage.algebra(_monomial(sage, word)): word for word in quotient.elements}
    assert len(place) == quotient.order
    for left, left_word in place.items():
        for right, right_word in place.items():
            assert place[left * right] == quotient.multiply(left_word, right_word)
    assert {place[element] for element in sage.p} == set(quotient.p_words)
    assert [place[element] for element in sage.phi[:30]] == [quotient.phi(heap) for heap in range(min(30, len(sage.phi)))]


def _monomial(sage, word):
    """The word in the ring, read by Sage itself: these codes have letters without indices."""
    return sage.ring("*".join(re.findall(r"[a-z](?:\^\d+)?", word)) or "1")


def test_an_infinite_quotient_is_refused():
    with pytest.raises(ValueError):
        ig.Quotient("0.07").to_sage()
