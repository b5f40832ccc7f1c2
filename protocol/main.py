"""Explores the cases: see `run`, which starts this."""
import argparse
import hashlib
import multiprocessing
import os
import sys
import time
from pathlib import Path

from cases import CASES, MAX_STATES
from explorer import Explorer
from replay import replay

# What `run --quick` explores: for each mechanism a case that holds and one that fails without it. Some up to a bound.
QUICK = dict.fromkeys((
    "A0", "A1", "A4", "A6", "A7", "A8", "A9", "B6", "B7", "B8", "B9", "B10", "B-adopt", "B-cond", "M5", "M8", "M9",
    "M10", "M-resend", "M-sweep", "M-end", "M-later", "M-lost", "M-ahead", "C7", "C2", "C3", "C4", "C5", "C6", "D1", "D2", "D5",
    "D6", "D7", "D8", "D10", "D11", "D13", "D15", "D17", "E1", "E2", "E3", "E9", "E11", "E15", "E16", "L2", "L3", "L4",
    "L7", "L8", "L9", "L10", "L11", "L12", "L14", "L15", "L16", "L17", "L18", "L19", "L22", "L23", "L24", "R1", "R2", "R7", "R9", "R11", "R13", "R15", "R16",
    "H2", "H3", "H6", "H9", "H10", "H11", "H12", "U1", "U2", "U3", "U4", "U5", "U6", "U7", "U9", "U13", "U14", "U16", "U17", "U19", "U21", "U22", "U24", "U25", "U26", "U27",
    "W1", "W3", "W4", "W9", "W10", "W11", "K2", "K3", "K4", "K5", "K6", "K7", "K8", "K9", "K10", "P1", "P3", "P5", "P7", "P10", "P11", "P12", "P14", "P16", "P17", "P21",
    "Q2", "Q4", "Q7", "Q8", "Q12", "Q14", "N1", "N2", "N3", "N4", "N5", "N6", "N7", "N8", "N9", "N10", "N11", "N12",
    "O1", "O2", "O3", "O4", "O5", "O6", "O7", "O8", "O9", "O10", "O11", "O12", "O13", "O15", "O16", "O17", "O18", "O19", "O20", "O21", "O22",
    *(f"O{k}" for k in range(23, 61)), "S2", "S3", "S5", "S6", "S7", "S8", "S9", "S11", "S12", "S15", "S17", "S19", "S20", "S22", "S23",
    "S25", "S26", "S27", "S29", "S30", "S32", "S33", "S34", "S37", "S40", "S41", "S42", "S43", "S44", "S45", "S46", "S47", "S48", "S49", "S50", "S51", "S52", "S54", "I1", "I2", "Z1", "Z3", "F2", "F8", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T12", "T13", "T14", "T15", "T16", "T17", "T18",
), MAX_STATES)
QUICK.update(dict.fromkeys(("B8", "F2", "M5", "M9", "P5", "U1", "U6"), 50_000), W2=30_000)
QUICK.update(dict.fromkeys(("S1", "S4", "S10", "S14", "S24", "S28", "S31", "S39"), 10_000))
QUICK.update(dict.fromkeys(("U18", "U20", "U23", "B3", "B4", "C1", "D9", "D14", "D16", "H1", "K1", "P15", "P22", "Q1", "R8", "U15", "T1"), 40_000))


def explore(job):
    index, max_states, reduce, deep = job
    case = CASES[index]
    case.apply_switches()
    return Explorer(case, reduce).run(max_states, deep)


def bound(case, options):
    """Returns the maximum number of states: a case that fails is explored until it does."""
    standard = QUICK[case.name] if options.quick else MAX_STATES
    return min(standard, options.max_states) if options.max_states and case.expect else standard


def line(case, r):
    """Returns the result as a line, and whether it is as expected."""
    good = case.expect == (not r["violation"])
    if r["violation"]:
        result = "bad: " + r["violation"]
    else:
        result = "ok, up to the bound" if r["bounded"] else "ok"
    verdict = "as expected" if good else "UNEXPECTED "
    return f"{case.name:8} {r['states']:>9,} states  {verdict}  {result}  ({case.why})", good


def sources():
    """Returns a checksum of the model, its cases and the explorer."""
    names = ("model.py", "early_design.py", "on_read.py", "dormant.py", "cases.py", "explorer.py")
    return hashlib.sha256(b"".join(Path(__file__).with_name(name).read_bytes() for name in names)).hexdigest()


def main():
    parser = argparse.ArgumentParser(prog="run", description="Explores every interleaving of the cases of the fan-out protocol.")
    parser.add_argument("prefix", nargs="*", help="only the cases whose names begin with one of these")
    parser.add_argument("--quick", action="store_true", help="a case or two for each mechanism, some up to a bound")
    parser.add_argument("-v", "--verbose", action="store_true", help="print the shortest trace of each violation, which takes twice as long")
    parser.add_argument("--max-states", type=int, metavar="N", help=f"bound of a case that holds (default {MAX_STATES:,})")
    parser.add_argument("--no-reduction", action="store_true", help="explore also what partial-order reduction leaves out")
    parser.add_argument("--jobs", type=int, metavar="N", default=0, help="cases at once (default: one for each processor)")
    parser.add_argument("--replay", nargs="+", metavar="FILE", help="replay the handlers of simulated runs instead")
    options = parser.parse_args()
    if options.replay:
        sys.exit(not replay(options.replay))
    chosen = [i for i, c in enumerate(CASES)
              if (not options.prefix or c.name.startswith(tuple(options.prefix))) and (c.name in QUICK or not options.quick)]
    jobs = [(i, bound(CASES[i], options), not options.no_reduction, not CASES[i].expect and not options.verbose) for i in chosen]
    start = time.time()
    with multiprocessing.Pool(min(options.jobs or os.cpu_count() or 1, max(len(jobs), 1)), maxtasksperchild=1) as pool:
        passed = failed = states = 0
        for i, r in zip(chosen, pool.imap(explore, jobs)):
            text, good = line(CASES[i], r)
            passed, failed, states = passed + good, failed + (not good), states + r["states"]
            print(text, flush=True)
            if r["violation"] and (options.verbose or not good):
                for k, step in enumerate(r["trace"]):
                    print(f"         {k + 1:2}. {step}")
    print(f"sources {sources()}")
    print(f"{states:,} states in {time.time() - start:.0f} s")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not jobs else 0)


if __name__ == "__main__":
    main()
