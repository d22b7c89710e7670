"""What the examples in the documentation do not show."""

import itertools
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy
import pytest

import impartial_games as ig


def test_positions_are_values():
    sums = {ig.position("kayles[1+2]"), ig.position("0.77[2] + 0.77[1]"), ig.position("kayles[3]")}
    assert len(sums) == 2
    for text in ["*3 + kayles[4]", "gen(S3)[(1 2)]", "{0,*,{*2}}", "coins(ruler)[2+5]", "abelian(Z/4)", "*w x *2 | 0.07[3]"]:
        position = ig.position(text)
        assert pickle.loads(pickle.dumps(position)) == position
        assert ig.position(str(position)) == position
    with pytest.raises(AttributeError):
        ig.position("*2").anything = 1


def test_every_option_by_definition():
    for text in ["kayles[6]", "*3 + *2", "gen(Z4)", "{0,{*2}}", "*2 | *2", "*2 x *2"]:
        position = ig.position(text)
        for misere in (False, True):
            won = {move for move in position.options() if move.outcome(misere) == "P"}
            assert set(position.winning_moves(misere)) == won
            over = "N" if misere else "P"
            expected = over if position.is_over else ("N" if won else "P")
            assert position.outcome(misere) == expected


def test_mistakes_have_their_place():
    with pytest.raises(ig.NotUnderstood) as raised:
        ig.position("kayles[3")
    message, text, start, end, _ = raised.value.args
    assert (text, start, end) == ("kayles[3", 8, 8) and "ends too early" in message
    with pytest.raises(ig.NotUnderstood):
        ig.ask("outcome", "*3", no_such_option=1)
    with pytest.raises(ig.NotUnderstood):
        ig.position("kayles")
    assert issubclass(ig.NotUnderstood, ValueError)


def test_sequences_are_arrays():
    values = ig.sequence("0.007", 100_000).values
    assert values.dtype == numpy.uint64 and len(values) == 100_001
    naive = [0]
    for heap in range(1, 60):
        seen = set()
        if heap >= 3:
            seen = {naive[left] ^ naive[heap - 3 - left] for left in range(heap - 2)}
        naive.append(next(n for n in range(100) if n not in seen))
    assert values[:60].tolist() == naive


def test_nim_products_are_those_of_the_definition():
    size = 16
    table = [[0] * size for _ in range(size)]
    for a in range(size):
        for b in range(size):
            seen = {table[x][b] ^ table[a][y] ^ table[x][y] for x in range(a) for y in range(b)}
            table[a][b] = next(n for n in range(1000) if n not in seen)
    rows, columns = numpy.meshgrid(numpy.arange(size, dtype=numpy.uint64), numpy.arange(size, dtype=numpy.uint64))
    assert ig.nim_product(rows, columns).tolist() == numpy.array(table).T.tolist()
    with pytest.raises(Exception):
        ig.nim_product(numpy.arange(3), numpy.arange(4))


def test_nimbers_are_a_field():
    elements = [ig.Nimber(3), ig.Nimber(100), ig.Nimber("w"), ig.Nimber("w^2+5")]
    for a in elements:
        assert a + a == 0 and a / a == 1 and a * 0 == 0
        for b in elements:
            assert a * b == b * a and (a < b) + (b < a) + (a == b) == 1
            for c in elements:
                assert a * (b + c) == a * b + a * c


def test_quotients_multiply():
    q = ig.Quotient("kayles", to=20)
    elements = q.elements
    assert len(elements) == q.order and q.p_portion == sum(q.is_p(x) for x in elements)
    assert all(q.multiply(x, "1") == x for x in elements)
    assert pickle.loads(pickle.dumps(q)).order == q.order
    for heaps in [(3, 4), (5, 5, 7), (1, 2, 9, 12)]:
        assert q.outcome(*heaps) == ig.game("kayles")[heaps].outcome(misere=True)
    with pytest.raises(ValueError):
        q.multiply("nonsense", "1")


def test_certificates_are_refused_when_changed():
    proof = ig.gen("S3").certificate()
    assert "gen(S3)" in proof.verify()
    proof["nimber"] = proof["nimber"] + 1
    with pytest.raises(ig.NotUnderstood):
        proof.verify()


def test_games_of_ones_own():
    class Kayles(ig.Game):
        def options(self, row):
            for taken in (1, 2):
                for left in range(row - taken + 1):
                    yield [part for part in (left, row - taken - left) if part]

    for heaps in [(5, 4), (7,), (3, 3, 2)]:
        own = ig.nim(0)
        for heap in heaps:
            own = own + Kayles().at(heap)
        for misere in (False, True):
            assert own.outcome(misere) == ig.game("kayles")[heaps].outcome(misere)

    class Endless(ig.Game):
        most = 1000

        def options(self, n):
            return [n + 1]

    with pytest.raises(ig.Unanswered):
        Endless().at(0)

    class Circle(ig.Game):
        def options(self, n):
            return [1 - n]

    with pytest.raises(ValueError):
        Circle().at(0)


def test_time_limits_hold():
    started = time.monotonic()
    answer = ig.ask("quotient", "0.106", to=10_000, seconds=1)
    assert answer.stopped and time.monotonic() - started < 3


def test_threads_work_beside_each_other():
    found = []
    work = [threading.Thread(target=lambda n=n: found.append(ig.game("0.137")[n, n + 5].outcome(True))) for n in range(8)]
    for thread in work:
        thread.start()
    for thread in work:
        thread.join()
    assert len(found) == 8


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_a_computation():
    program = textwrap.dedent(
        """
        import signal, time, impartial_games as ig
        # A shell that runs tests in the background ignores the signal, and children inherit that.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        print("ready", flush=True)
        try:
            ig.sequence("4!.0", 10**8)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
        """
    )
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(1)
    sent = time.monotonic()
    child.send_signal(signal.SIGINT)
    assert child.stdout.readline() == "interrupted\n"
    assert time.monotonic() - sent < 2
    assert child.wait(10) == 0


def test_forms_for_notebooks():
    assert ig.Quotient("kayles")._repr_svg_().startswith("<svg")
    assert "langle" in ig.Quotient("kayles")._repr_latex_()
    assert ig.dng("Z6 x Z3")._repr_svg_().startswith("<svg")
    assert ig.position("*3")._repr_svg_() is None
    assert ig.sequence("kayles", 100)._repr_svg_().startswith("<svg")
    assert "omega" in ig.Nimber("w")._repr_latex_()
    assert ig.LatticeGame([[1, 0], [0, 1]])._repr_svg_().startswith("<svg")
    assert ig.LatticeGame([[1]])._repr_svg_() is None


class Halving(ig.Game):
    """Take one, or half of an even pile. At the top of the file, so that it pickles."""

    def options(self, pile):
        return [pile - 1] + ([pile // 2] if pile % 2 == 0 else []) if pile else []


def test_positions_of_ones_own_games_pickle():
    position = Halving().at(12)
    copy = pickle.loads(pickle.dumps(position))
    assert copy.nimber == position.nimber and str(copy) == str(position)
    assert (copy + ig.nim(1)).outcome(misere=True) == (position + ig.nim(1)).outcome(misere=True)


def test_progress_is_told():
    seen = []
    answer = ig.Quotient("0.316", to=400, seconds=1.5, progress=seen.append)
    assert answer.status != "complete"
    assert len(seen) > 3 and seen == sorted(seen) and seen[-1] > 0
    # What the function raises ends the computation.
    class Enough(Exception):
        pass

    def enough(done):
        raise Enough

    started = time.monotonic()
    with pytest.raises(Enough):
        ig.Quotient("0.316", to=400, seconds=60, progress=enough)
    assert time.monotonic() - started < 10
    assert ig.Quotient("kayles", progress=True).order == 40


def test_lattice_games_by_definition():
    game = ig.LatticeGame([[1, 0], [0, 1], [2, 1]], defeated=[[0, 0]])
    table = game.table([9, 9])

    def is_p(x, y):
        options = [(x - a, y - b) for a, b in game.rules if x >= a and y >= b]
        options = [option for option in options if list(option) not in game.defeated]
        return [x, y] not in game.defeated and not any(is_p(*option) for option in options)

    for x in range(6):
        for y in range(6):
            assert table[x, y] == is_p(x, y), (x, y)
            if [x, y] not in game.defeated:
                assert (game.outcome(x, y) == "P") == is_p(x, y), (x, y)


def test_groups_from_permutations_and_tables():
    elements = list(itertools.permutations(range(4)))
    place = {element: at for at, element in enumerate(elements)}
    table = [[place[tuple(x[y[i]] for i in range(4))] for y in elements] for x in elements]
    by_table, by_name = ig.Group.from_table(numpy.array(table)), ig.Group("S4")
    by_permutations = ig.Group.from_permutations([(1, 2, 3, 0), (1, 0, 2, 3)])
    for group in (by_table, by_permutations):
        assert group.order == 24 and group.structure == "S4"
        assert group.gen().nimber == by_name.gen().nimber and group.dng().nimber == by_name.dng().nimber
    assert pickle.loads(pickle.dumps(by_table)) == by_table
    # A loop that is no group: a Latin square with an identity, of order 5.
    loop = [[0, 1, 2, 3, 4], [1, 0, 3, 4, 2], [2, 4, 0, 1, 3], [3, 2, 4, 0, 1], [4, 3, 1, 2, 0]]
    for wrong, why in [(loop, "associative"), ([[0, 1]], "rows"), ([[0.5]], "numbers"), ([[7]], "elements"), ([[0, 1], [0, 1]], "column")]:
        with pytest.raises(ValueError, match=why):
            ig.Group.from_table(wrong)
    with pytest.raises(ValueError):
        ig.Group.from_permutations([[0, 0]])


def test_infinite_quotients_are_asked_like_finite_ones():
    def wins(heaps):
        """Misère 0.54 by the definition: one is taken and nothing or two heaps are left, or two are taken and two heaps are left."""
        options = []
        for at, heap in enumerate(heaps):
            rest = heaps[:at] + heaps[at + 1 :]
            splits = [(a, heap - taken - a) for taken in (1, 2) for a in range(1, (heap - taken) // 2 + 1)]
            options += [rest + split for split in splits] + ([rest] if heap == 1 else [])
        return not options or any(not wins(option) for option in options)

    game = ig.game("0.54")
    q = game.quotient()
    assert q.order is None and q.p_portion is None and q.kernel is None and "infinite" in repr(q)
    assert "c_n" in q.generators and "a^2 = 1" in q.relations and "b^2" in q.p_words
    for heaps in itertools.combinations_with_replacement(range(1, 8), 2):
        expected = "N" if wins(heaps) else "P"
        assert q.outcome(*heaps) == expected == game[heaps].outcome(misere=True)
        word = "1"
        for heap in heaps:
            word = q.multiply(word, q.phi(heap))
        assert q.is_p(word) == (expected == "P")
    assert q.power("c_4", 3) == q.multiply("c_4", q.multiply("c_4", "c_4"))
    for wrong in ["z", "c_", "a^x"]:
        with pytest.raises(ValueError, match="no word"):
            q.is_p(wrong)
    with pytest.raises(ValueError, match="infinitely many"):
        q.elements
    # An infinite quotient of finitely many heaps: its words are not multiplied, its outcomes are known.
    dawson = ig.game("dawsons-kayles").quotient(to=34)
    assert dawson.outcome(34, 34, 7) == ig.game("0.07")[34, 34, 7].outcome(misere=True)
    with pytest.raises(ValueError, match="not listed"):
        dawson.multiply("a", "a")


def test_frames():
    table = ig.groups("2..12", games="dng,gen,group")
    assert list(table.columns) == ["order", "id", "dng", "gen", "group"] and len(table) == 23
    row = table[(table.order == 6) & (table.id == 1)].iloc[0]
    assert (row.dng, row.gen) == (int(ig.dng("S3").nimber), int(ig.gen("S3").nimber))
