"""Explores the cases: see `run`, which starts this."""
import argparse
import multiprocessing
import os
import sys
import time

from cases import CASES, MAX_STATES, QUICK
from explorer import Explorer


def explore(job):
    index, max_states, reduce = job
    case = CASES[index]
    case.apply_switches()
    return Explorer(case, reduce).run(max_states)


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


def main():
    parser = argparse.ArgumentParser(prog="run", description="Explores every interleaving of the cases of the fan-out protocol.")
    parser.add_argument("prefix", nargs="*", help="only the cases whose names begin with one of these")
    parser.add_argument("--quick", action="store_true", help="a case or two for each mechanism, some up to a bound")
    parser.add_argument("-v", "--verbose", action="store_true", help="print the shortest trace of each violation")
    parser.add_argument("--max-states", type=int, metavar="N", help=f"bound of a case that holds (default {MAX_STATES:,})")
    parser.add_argument("--no-reduction", action="store_true", help="explore also what partial-order reduction leaves out")
    parser.add_argument("--jobs", type=int, metavar="N", default=0, help="cases at once (default: one for each processor)")
    options = parser.parse_args()
    chosen = [i for i, c in enumerate(CASES)
              if (not options.prefix or c.name.startswith(tuple(options.prefix))) and (c.name in QUICK or not options.quick)]
    jobs = [(i, bound(CASES[i], options), not options.no_reduction) for i in chosen]
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
    print(f"{states:,} states in {time.time() - start:.0f} s")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not jobs else 0)


if __name__ == "__main__":
    main()
