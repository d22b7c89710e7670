"""What the examples in the documentation do not show."""

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
        import time, impartial_games as ig
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
