"""An earlier design of publish, plan, deliver and close, with switches where it was silent. The cases A show its holes."""
from explorer import Switches, program, reads, send, writes
from model import get_job, post_of, put_home, query_followers, query_range, slice_size


@reads
def early_rows(d, j):
    return tuple((int(k.split(":")[2]), v) for k, v in sorted(d.items()) if k.startswith(f"slice:{j}:"))


@writes
def early_put_slice(d, j, k, first, last, n):
    key = f"slice:{j}:{k}"
    if d.get(key) is None:
        d[key] = (first, last, n, "OPEN", 0)
        return True
    return False


@writes
def early_add_pending(d, j, k):
    b = d["job:" + j]
    d["job:" + j] = b._replace(state="PLANNING" if b.state == "ACCEPTED" else b.state,
                               pending=tuple(sorted(set(b.pending + (k,)))))


@writes
def early_set_delivering(d, j, expected):
    b = d["job:" + j]
    if b.state in ("ACCEPTED", "PLANNING"):
        b = d["job:" + j] = b._replace(state="DELIVERING", expected=expected)
    return b


@writes
def early_mark_done(d, j, k, n):
    key = f"slice:{j}:{k}"
    row = d.get(key)
    if row is None:
        d[key] = ("", "", 0, "DONE", n)
    elif row[3] != "DONE" or not Switches.done_once:
        d[key] = row[:3] + ("DONE", n)


@writes
def early_remove_pending(d, j, k):
    """Returns the job, and whether this call removed k."""
    b = d["job:" + j]
    had = k in b.pending
    b = d["job:" + j] = b._replace(pending=tuple(x for x in b.pending if x != k))
    return (b, had)


@writes
def early_tx_close(d, j, delivered, skipped):
    b = d["job:" + j]
    if b.state == "DELIVERING":
        d["job:" + j] = b._replace(state="COMPLETE", delivered=delivered, skipped=skipped)
        d["counters"] = (d["counters"][0] + 1, d["counters"][1] + delivered)
        return "closed"
    return "no"


@program
def early_plan(j):
    b = yield (get_job, j)
    if b.state == "COMPLETE":
        return
    rows = yield (early_rows, j)
    for k, r in rows:
        if k in b.pending:
            recipients = yield (query_range, r[0], r[1])
            yield (send, ("early_slice", j, k, recipients, 1))
    if b.state == "DELIVERING":
        if not b.pending and Switches.planner_closes:
            yield ("goto", "early_close", (j,))
        return
    n = max((k for k, _ in rows), default=0)
    after = dict(rows)[n][1] if n else ""
    yield ("goto", "early_plan_from", (j, n + 1, after, sum(r[2] for _, r in rows)))


@program
def early_plan_from(j, k, after, total):
    recipients = yield (query_followers, after, slice_size() + 1)
    if k == 1 and len(recipients) <= slice_size() and Switches.inline == "state_first":
        yield ("goto", "early_inline", (j, recipients))
    recipients = recipients[:slice_size()]
    if not recipients:
        yield ("goto", "early_end", (j, total))
    if Switches.pending_first:
        yield (early_add_pending, j, k)
    won = yield (early_put_slice, j, k, recipients[0], recipients[-1], len(recipients))
    last, n = recipients[-1], len(recipients)
    if won:
        if not Switches.pending_first:
            yield (early_add_pending, j, k)
        yield (send, ("early_slice", j, k, recipients, 1))
    elif Switches.adopt_bounds:
        rows = yield (early_rows, j)
        last, n = dict(rows)[k][1:3]
    yield ("goto", "early_plan_from", (j, k + 1, last, total + n))


@program
def early_end(j, total):
    b = yield (early_set_delivering, j, total)
    if not b.pending and Switches.planner_closes:
        yield ("goto", "early_close", (j,))


@program
def early_inline(j, recipients):
    yield (early_set_delivering, j, len(recipients))
    for f in recipients:
        yield (put_home, f, post_of(j), 1)
    yield (early_mark_done, j, 1, len(recipients))
    yield ("goto", "early_close", (j,))


@program
def early_slice(j, k, recipients, version):
    for f in recipients:
        yield (put_home, f, post_of(j), version)
    yield (early_mark_done, j, k, len(recipients))
    b, had = yield (early_remove_pending, j, k)
    if b.state == "DELIVERING" and not b.pending and (had or not Switches.remover_closes):
        yield ("goto", "early_close", (j,))


@program
def early_close(j):
    rows = yield (early_rows, j)
    delivered = sum(r[4] for _, r in rows)
    b = yield (get_job, j)
    yield (early_tx_close, j, delivered, b.expected - delivered if Switches.skipped_is_the_rest else 0)


@program
def early_sweep(j):
    b = yield (get_job, j)
    if b.state == "DELIVERING" and not b.pending:
        yield ("goto", "early_close", (j,))
    elif b.state != "COMPLETE":
        yield (send, ("plan", j))
