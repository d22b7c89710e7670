"""What Python costs on top of the engine: `cargo xtask python bench`, which hands over the seconds of Rust for the same products."""

import os
import signal
import statistics
import sys
import threading
import time

import numpy

import impartial_games as ig

PRODUCTS = 10_000_000


def least(repeat, act):
    """The least time of a few runs, in seconds."""
    times = []
    for _ in range(repeat):
        started = time.perf_counter()
        act()
        times.append(time.perf_counter() - started)
    return min(times)


def nim_products():
    """The same numbers as `crates/impartial/examples/nim_products.rs` multiplies."""
    numbers = numpy.arange(2 * PRODUCTS, dtype=numpy.uint64) * numpy.uint64(0x9E3779B97F4A7C15)
    left, right = numbers[:PRODUCTS].copy(), numbers[PRODUCTS:].copy()
    return least(5, lambda: ig.nim_product(left, right))


def outcome_of_a_small_sum():
    position = ig.game("kayles")[3, 4] + ig.nim(2)
    position.outcome()
    return least(5, lambda: [position.outcome() for _ in range(2000)]) / 2000


def interrupt():
    """From Ctrl-C to the exception."""
    waits = []
    for _ in range(5):
        sent = []

        def send():
            sent.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Timer(0.3, send)
        timer.start()
        try:
            ig.sequence("4!.0", 10**8)
        except KeyboardInterrupt:
            waits.append(time.perf_counter() - sent[0])
        timer.join()
    return statistics.median(waits)


def main():
    signal.signal(signal.SIGINT, signal.default_int_handler)
    rust = float(sys.argv[1])
    products = nim_products()
    rows = [
        ("10^7 nim products, beside Rust", products / rust, 1.2, ""),
        ("outcome of a small sum", outcome_of_a_small_sum() * 1e6, 20, "us"),
        ("from Ctrl-C to KeyboardInterrupt", interrupt() * 1e3, 200, "ms"),
    ]
    for name, found, most, unit in rows:
        print(f"    {name}: {found:.2f} {unit} (at most {most})")
    print(f"    the products take {products:.3f} s, in Rust {rust:.3f} s")
    sys.exit(any(found > most for _, found, most, _ in rows))


if __name__ == "__main__":
    main()
