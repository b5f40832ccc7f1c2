"""The fan-out protocol: each storage call as one atomic step, and the API's and the worker's programs made of them.

Each mechanism has a switch (Switches, set by cases.py), so that a case can take it away.

Items, by key:   follow:<user>   1 while the user follows the author
                 truth:<post>    the author feed item, the source of truth: ("live", version[, audience, change]) or ("gone", 0)
                 job:<job>       Job
                 outbox:<job>    the job's outbox row, deleted when the job completes
                 unsent:<x>      a row that only covers one send (follows; publish in the early design)
                 slice:<job>:<k> (first, last, size)
                 home:<user>:<post>  the home feed item: the version, or (version, "limited")
                 counters        (posts, deliveries) of the author
Job ids: "p" the post's own job, "e2p" an edit, "rp" a retraction, "n1p" a change of permissions. The second post is "q".
"""
from collections import namedtuple

from explorer import Switches, program, reads, send, writes

Job = namedtuple("Job", "state expected planned pending delivered skipped")
Job.__str__ = lambda j: (f"{j.state}(expected={j.expected},planned={j.planned},pending={list(j.pending)},"
                         f"delivered={j.delivered},skipped={j.skipped})")
Job.__repr__ = Job.__str__
NEW_JOB = Job("ACCEPTED", 0, 0, (), 0, 0)
NO_PROGRESS = (0, None)
USERS = "abcd"


def slice_size():
    return Switches.slice_size


def post_of(j):
    return j[-1]


def own_job(j):
    return len(j) == 1


def is_permission_job(j):
    return j[0] == "n"


def change_of(j):
    """The number of the change that a permission job spreads."""
    return int(j[1:-1])


def admits(truth, user):
    return len(truth) == 2 or truth[2] in "*F" or user in truth[2]


def home_item(truth):
    """What a home feed item says: the version, and whether not everybody may read the post."""
    return truth[1] if len(truth) == 2 or truth[2] == "*" else (truth[1], "limited")


# ------------------------------------------------------------------ storage steps, each atomic
@writes
def tx_publish(d, p, key=None):
    """The publish transaction: author feed item, job, outbox row, idempotency record."""
    if key and Switches.idempotency_condition and d.get("request:" + key):
        return "replay " + d["request:" + key]
    if key:
        d["request:" + key] = p
    d["truth:" + p] = ("live", 1)
    d["job:" + p] = NEW_JOB
    d[("outbox:" if Switches.outbox_until_complete else "unsent:") + p] = ("plan", p)
    return "ok"


@reads
def get_request(d, key):
    return d.get("request:" + key)


@writes
def delete_outbox(d, k):
    d[k] = None


@reads
def get_job(d, j):
    return d["job:" + j]


@reads
def get_truth(d, p):
    return d.get("truth:" + p)


@reads
def query_followers(d, after, limit):
    return tuple([f for f in USERS if d.get("follow:" + f) and not d.get("lag:" + f) and f > after][:limit])


@reads
def query_range(d, first, last):
    return tuple(f for f in USERS if d.get("follow:" + f) and first <= f <= last)


@reads
def follows(d, f):
    return d.get("follow:" + f) is not None


@reads
def query_author_feed(d):
    return tuple((k[6:], v) for k, v in sorted(d.items()) if k.startswith("truth:") and v is not None)


@writes
def put_home(d, f, p, item):
    d[f"home:{f}:{p}"] = item


@writes
def delete_home(d, f, p):
    d[f"home:{f}:{p}"] = None


@writes
def update_home(d, f, p, version):
    """Only upwards, and only an existing item."""
    current = d.get(f"home:{f}:{p}")
    if current is not None and current < version:
        d[f"home:{f}:{p}"] = version
        return "revised"
    return "absent or newer"


def follow_message(f, on):
    return ("reconcile", f) if Switches.reconcile else (("backfill", f) if on else ("purge", f))


@writes
def tx_follow(d, f):
    if d.get("follow:" + f) and Switches.conditional_follow:
        return "already"
    d["follow:" + f] = 1
    if Switches.stale_followers:
        d["lag:" + f] = 1                             # an eventually consistent Query does not see it yet
    if Switches.follow_outbox:
        d["unsent:+" + f] = follow_message(f, True)
    return "ok"


@writes
def catch_up(d, f):
    d["lag:" + f] = None


@writes
def tx_unfollow(d, f):
    d["follow:" + f] = None
    if Switches.follow_outbox:
        d["unsent:-" + f] = follow_message(f, False)
    return "ok"


@writes
def tx_edit(d, p):
    truth = d.get("truth:" + p)
    if truth is None or truth[0] != "live":
        return "gone"
    d["truth:" + p] = ("live", truth[1] + 1)
    j = f"e{truth[1] + 1}{p}"
    d["job:" + j] = NEW_JOB
    d["outbox:" + j] = ("plan", j)
    return j


@writes
def tx_retract(d, p):
    d["truth:" + p] = ("gone", 0) if Switches.keep_tombstone else None
    d["post:" + p] = "retracted"
    d["job:r" + p] = NEW_JOB
    d[("outbox:r" if Switches.outbox_until_complete else "unsent:r") + p] = ("plan", "r" + p)
    return "ok"


@writes
def tx_permit(d, p, audience):
    """Who may read: "*" everybody, "F" followers, else a list of users. The truth gets the change's number; the change a job."""
    truth = d["truth:" + p]
    n = (truth[3] if len(truth) > 2 else 0) + 1
    d["truth:" + p] = ("live", truth[1], audience, n)
    j = f"n{n}{p}"
    if Switches.permission_job:
        d["job:" + j] = NEW_JOB
        d["outbox:" + j] = ("plan", j)
    return j


for _commit in (tx_follow, tx_unfollow, tx_edit, tx_retract, tx_permit):
    _commit.commits_change = True


# ---- slice rows and the job item
@writes
def put_slice_or_read(d, j, k, first, last, n):
    """PutItem if absent, ReturnValuesOnConditionCheckFailure=ALL_OLD."""
    key = f"slice:{j}:{k}"
    if d.get(key) is None:
        d[key] = (first, last, n)
    return d[key]


@reads
def get_slice(d, j, k):
    return d[f"slice:{j}:{k}"]


@writes
def advance(d, j, k, n):
    """ADD pending k, expected n, SET planned=k, state=PLANNING  IF planned=k-1 AND state IN (ACCEPTED, PLANNING)."""
    b = d["job:" + j]
    if b.planned == k - 1 and b.state in ("ACCEPTED", "PLANNING"):
        b = b._replace(state="PLANNING", planned=k, pending=tuple(sorted(b.pending + (k,))), expected=b.expected + n)
        d["job:" + j] = b
        return (True, b)
    return (False, b)


@writes
def end_planning(d, j, n):
    """SET state=DELIVERING  IF planned=n AND state IN (ACCEPTED, PLANNING)."""
    b = d["job:" + j]
    if b.planned == n and b.state in ("ACCEPTED", "PLANNING"):
        b = d["job:" + j] = b._replace(state="DELIVERING")
        return (True, b)
    return (False, b)


@writes
def finish_slice(d, j, k, delivered, skipped):
    """DELETE pending k, ADD delivered, skipped  IF contains(pending, k); returns the job either way."""
    b = d["job:" + j]
    if k in b.pending or not Switches.finish_condition:
        b = b._replace(pending=tuple(x for x in b.pending if x != k), delivered=b.delivered + delivered,
                       skipped=b.skipped + skipped)
        d["job:" + j] = b
    return b


def complete(d, j, b):
    d["job:" + j] = b
    if own_job(j):
        d["counters"] = (d["counters"][0] + 1, d["counters"][1] + b.delivered)
    d["outbox:" + j] = None
    return "closed"


@writes
def tx_close(d, j):
    """COMPLETE  IF state=DELIVERING AND attribute_not_exists(pending); the author's counters; delete the outbox row."""
    b = d["job:" + j]
    if b.state == "DELIVERING" and not b.pending:
        return complete(d, j, b._replace(state="COMPLETE"))
    return "no"


@writes
def tx_close_inline(d, j, delivered, skipped):
    """Inline delivery: COMPLETE with its counts  IF state=ACCEPTED; the author's counters; delete the outbox row."""
    b = d["job:" + j]
    if b.state == "ACCEPTED":
        return complete(d, j, b._replace(state="COMPLETE", expected=delivered + skipped, delivered=delivered, skipped=skipped))
    return b.state


@writes
def arm_failure(d):
    """Allows one failure of a planner: a call, a refused message, or its deadline, at any step that asks for it, or never."""
    d["failure"] = 1


@writes
def fails(d):
    return d.pop("failure", None) is not None


# ------------------------------------------------------------------ API
@program
def publish(p, key=None):
    if key and not Switches.idempotency_condition:
        if (yield (get_request, key)):
            return
    if (yield (tx_publish, p, key)) != "ok":
        return
    yield (send, ("plan", p))
    if not Switches.outbox_until_complete:
        yield (delete_outbox, "unsent:" + p)


@program
def edit(p):
    j = yield (tx_edit, p)
    if j != "gone":
        yield (send, ("plan", j))
        if Switches.second_pass is True:
            yield (send, ("second_pass", None, "e", p))


@program
def permit(p, audience):
    j = yield (tx_permit, p, audience)
    if Switches.permission_job:
        yield (send, ("plan", j))


@program
def retract(p):
    yield (tx_retract, p)
    yield (send, ("plan", "r" + p))
    if Switches.second_pass is True:
        yield (send, ("second_pass", None, "r", p))


@program
def follow(*calls):
    """One client, one call after another: +a follows, -a unfollows."""
    for call in calls:
        on, f = call[0] == "+", call[1]
        if on and Switches.send_before_follow:
            yield (send, follow_message(f, True))
        if (yield ((tx_follow if on else tx_unfollow), f)) == "already":
            continue
        if not on or not Switches.send_before_follow:
            yield (send, follow_message(f, on))
        if Switches.second_pass:
            yield (send, ("second_pass", None, "reconcile", f))
        if Switches.stale_followers:
            yield (catch_up, f)
        if Switches.follow_outbox:
            yield (delete_outbox, ("unsent:+" if on else "unsent:-") + f)


@program
def arrive(f):
    """A follower whom only plans see: fewer states than `follow`, in cases where this follower may not read the post in the end."""
    yield (tx_follow, f)


@program
def relay(key, body):
    yield (send, body)
    yield (delete_outbox, key)


@program
def one_failure():
    yield (arm_failure,)


# ------------------------------------------------------------------ worker: plan
def batch_with(batch, message, first):
    """A slice's message waits for others, the first one does not. Returns what to send now, and what waits."""
    batch = batch + (message,)
    return (batch, ()) if first or len(batch) >= Switches.batch_size else ((), batch)


def send_batch(batch):
    """One request, but no transaction: each message is a step, so that a crash leaves some unsent; a refused one is left out.
    Returns whether all were sent."""
    sent = True
    for message in batch:
        if Switches.failures and (yield (fails,)):
            sent = False
        else:
            yield (send, message)
    return sent


def plan_again(j, continued):
    """The message of a plan that an earlier handler has worked on (an attempt more, in a requeue and a redrive)."""
    return ("plan", j, continued, True)


def unchanged(j, truth):
    """Whether the truth is still what the job began with: what an earlier handler of the job wrote is true then."""
    if own_job(j):
        return truth == ("live", 1) or truth[0] == "live" and len(truth) > 2 and truth[1:4:2] == (1, 0)
    return truth[0] == "live" and is_permission_job(j) and truth[3] == change_of(j)


@program
def plan(j, continued, again):
    """continued: the message of a plan that ran out of time or room; it does not send the pending slices again.
    again: an earlier handler of the message may have delivered inline, and died before its second read. If the post has changed since,
    what it wrote is written again: by all slices, or inline if there is none."""
    b = yield (get_job, j)
    if Switches.supersede and is_permission_job(j) and b.state == "ACCEPTED" and not b.planned \
            and (not again or Switches.supersede == "again"):
        truth = yield (get_truth, post_of(j))
        if truth[0] != "live" or truth[3] > change_of(j):     # a later change's job goes to everybody after this one
            yield (tx_close_inline, j, 0, 0)
            return
    planned = ()
    if again and Switches.inline == "atomic" and Switches.redo_inline and (own_job(j) or is_permission_job(j)):
        truth = yield (get_truth, post_of(j))
        if not unchanged(j, truth):
            if b.state == "COMPLETE" and not b.planned:
                recipients = yield (query_followers, "", 9)
                yield ("goto", "write_slice", (j, 0, recipients, len(recipients), truth))
            if Switches.redo_inline != "unplanned":
                planned = tuple(range(1, b.planned + 1))
    if b.state == "COMPLETE" and not planned:
        return
    if j[0] == "r" and Switches.retract_waits or j[0] == "e" and Switches.edit_waits:
        own = yield (get_job, post_of(j))
        if own.state != "COMPLETE":
            yield (send, ("plan", j))
            return
    if b.state == "DELIVERING" and not b.pending:
        if not planned:
            yield ("goto", "close", (j,))
        yield (tx_close, j)
    truth = yield (get_truth, post_of(j))
    batch = ()
    resent = planned or (b.pending if Switches.resend_pending and not continued else ())
    for k in resent:
        first, last, n = yield (get_slice, j, k)
        recipients = yield (query_range, first, last)
        full, batch = batch_with(batch, ("slice", j, k, recipients, n, truth), k == resent[0])
        if not (yield from send_batch(full)):
            yield ("goto", "plan_failed", (j, continued))
    if not (yield from send_batch(batch)):
        yield ("goto", "plan_failed", (j, continued))
    if b.state in ("DELIVERING", "COMPLETE"):
        return
    after = ""
    if b.planned:
        after = (yield (get_slice, j, b.planned))[1]
    yield ("goto", "plan_from", (j, b.planned + 1, after, truth, (), len(b.pending) >= Switches.max_pending, continued))


@program
def plan_from(j, k, after, truth, batch, full, continued):
    """batch: the messages of slices that are pending and not sent yet. Each end of planning sends them."""
    if full or Switches.failures and (yield (fails,)):        # too many are pending, or out of time
        if (yield from send_batch(batch if Switches.batch_lost != "continue" else ())):
            yield (send, ("plan", j, True))
        else:
            yield ("goto", "plan_failed", (j, continued))
        return
    recipients = yield (query_followers, after, slice_size() + 1)
    if k == 1 and len(recipients) <= slice_size() and Switches.inline == "atomic":
        yield ("goto", "write_slice", (j, 0, recipients, len(recipients), truth))
    if not recipients:
        yield ("goto", "plan_end", (j, k - 1, batch, continued))
    recipients = recipients[:slice_size()]
    mine = (recipients[0], recipients[-1], len(recipients))
    first, last, n = yield (put_slice_or_read, j, k, *mine)
    if (first, last, n) != mine and Switches.adopt_bounds:
        recipients = yield (query_range, first, last)
    ok, b = yield (advance, j, k, n)
    if Switches.failures and (yield (fails,)):                # the call fails, whether or not it was done
        yield from send_batch(batch)
        yield ("goto", "plan_failed", (j, continued))
    if ok:
        ready, batch = batch_with(batch, ("slice", j, k, recipients, n, truth), k == 1)
        if not (yield from send_batch(ready)):
            yield ("goto", "plan_failed", (j, continued))
    elif b.state not in ("ACCEPTED", "PLANNING"):             # another plan ended it
        if not (yield from send_batch(batch if Switches.batch_lost != "overtaken" else ())):
            yield ("goto", "plan_failed", (j, continued))
        return
    yield ("goto", "plan_from", (j, k + 1, last if Switches.adopt_bounds else recipients[-1], truth, batch,
                                 len(b.pending) >= Switches.max_pending, continued))


@program
def plan_end(j, n, batch, continued):
    _, b = yield (end_planning, j, n)
    still_plans = b.state in ("ACCEPTED", "PLANNING")
    if not still_plans and not b.pending:
        if not batch:
            yield ("goto", "close", (j,))
        yield (tx_close, j)
    if not (yield from send_batch(batch if Switches.batch_lost != "end" else ())):
        yield ("goto", "plan_failed", (j, continued))
    if still_plans:
        yield ("goto", "plan", (j, continued, False))


@program
def plan_failed(j, continued):
    """A plan that failed is requeued."""
    yield (send, plan_again(j, continued))


@program
def close(j):
    yield (tx_close, j)


# ------------------------------------------------------------------ worker: deliver
@program
def slice(j, k, recipients, n, truth, progress, again=True):
    """progress: how many writes an earlier attempt has done, and the truth that it wrote; None on the first attempt.
    A done slice whose post never changed is acknowledged unseen, on the first receipt of its first message only: on a later one an
    earlier handler may have died, or requeued, between a delete and the put that mends it (D9, Q6), or before its second read.
    For the same reason progress counts on the first receipt only (Q11)."""
    done = False
    if Switches.skip_done:
        b = yield (get_job, j)
        done = k not in b.pending and (Switches.skip_done is True or not again and progress is None)
        if done and Switches.skip_done is True:
            return
    if Switches.read_before and j[0] != "e":
        truth = yield (get_truth, post_of(j))
        if Switches.supersede == "slice" and is_permission_job(j) and (truth[0] != "live" or truth[3] > change_of(j)):
            yield ("goto", "finish", (j, k, 0, n))
        if done and truth is not None and unchanged(j, truth) and (own_job(j) or Switches.skip_done == "named"):
            return
        if Switches.check_follows_before:
            following = yield (query_range, min(recipients, default="~"), max(recipients, default=" "))
            recipients = tuple(f for f in recipients if f in following)
    yield ("goto", "write_slice", (j, k, recipients, n, truth, None if again and not Switches.progress_again else progress))


@program
def out_of_time(j, k, recipients, n, truth, progress):
    """A delivery that cannot go on is requeued. An inline delivery becomes the first slice, with the recipients that fit into a message."""
    if k:
        yield (send, ("slice", j, k, recipients, n, truth, progress))
        return
    mine = recipients[:Switches.message_size]
    row = yield (put_slice_or_read, j, 1, mine[0], mine[-1], len(mine))
    ours = row == (mine[0], mine[-1], len(mine))
    if not ours:
        mine = yield (query_range, row[0], row[1])
    ok, _ = yield (advance, j, 1, row[2])
    if ok:
        keeps = Switches.inline_progress == "kept" or ours and len(mine) == len(recipients)
        if Switches.inline_progress == "none":
            yield (send, ("slice", j, 1, mine, row[2], truth))
        else:
            yield (send, ("slice", j, 1, mine, row[2], truth, progress if keeps else NO_PROGRESS))
    yield (send, ("plan", j, True))


@program
def write_slice(j, k, recipients, n, truth, progress=None):
    p = post_of(j)
    if j[0] == "e":                                           # edit: update only, monotone
        delivered = 0
        if Switches.read_before:
            truth = yield (get_truth, p)
        for f in recipients:
            if truth is not None and truth[0] == "live":
                delivered += (yield (update_home, f, p, truth[1])) == "revised"
        yield ("goto", "finish", (j, k, min(delivered, n), n))
    if j[0] == "r" or truth is None or truth[0] == "gone":
        for f in recipients:
            yield (delete_home, f, p)
        yield ("goto", "finish", (j, k, 0, n))
    puts = [f for f in recipients if admits(truth, f)]
    others = [f for f in recipients if f not in puts]
    deletes = others if not Switches.trust_first_permissions or len(truth) > 2 and truth[3] > 0 else []
    written = progress[0] if progress and progress[1] == truth else 0
    for f in puts[written:]:
        if Switches.times_out and (yield (fails,)):
            yield ("goto", "out_of_time", (j, k, recipients, n, truth, (puts.index(f), truth)))
        yield (put_home, f, p, home_item(truth))
    for f in deletes[max(0, written - len(puts)):]:
        if Switches.times_out and (yield (fails,)):
            yield ("goto", "out_of_time", (j, k, recipients, n, truth, (len(puts) + deletes.index(f), truth)))
        yield (delete_home, f, p)
    if Switches.read_after:
        now = yield (get_truth, p)
        if now != truth:
            yield ("goto", "write_slice", (j, k, recipients, n, now))
    gone = ()
    if Switches.check_follows != "no":
        following = yield (query_range, min(recipients, default="~"), max(recipients, default=" "))
        gone = tuple(f for f in recipients if f not in following)
        for f in gone:
            if Switches.check_follows == "delete":
                yield (delete_home, f, p)
        if Switches.check_follows == "reconcile" and gone:
            yield ("goto", "unfollowed", (j, k, recipients, n, gone, truth))
    yield ("goto", "finish", (j, k, min(len(recipients) - len(gone), n), n))


@program
def unfollowed(j, k, recipients, n, gone, wrote, i=0):
    """Recipients who do not follow after the write: delete, read again, put back if they follow by now."""
    on = yield (follows, gone[i])
    truth = yield (get_truth, post_of(j))
    yield ("goto", "unfollowed_one", (j, k, recipients, n, gone, wrote, i, on, truth))


@program
def unfollowed_one(j, k, recipients, n, gone, wrote, i, on, truth):
    f, p = gone[i], post_of(j)
    progress = (len(recipients), wrote) if Switches.leavers_progress else NO_PROGRESS
    if Switches.times_out and (yield (fails,)):
        yield ("goto", "out_of_time", (j, k, recipients, n, wrote, progress))
    if on and truth and truth[0] == "live" and admits(truth, f):
        yield (put_home, f, p, home_item(truth))
    else:
        yield (delete_home, f, p)
    if Switches.times_out and (yield (fails,)):
        yield ("goto", "out_of_time", (j, k, recipients, n, wrote, progress))
    on_now = yield (follows, f)
    truth_now = yield (get_truth, p)
    if (on_now, truth_now) != (on, truth):
        yield ("goto", "unfollowed_one", (j, k, recipients, n, gone, wrote, i, on_now, truth_now))
    if i + 1 < len(gone):
        yield ("goto", "unfollowed", (j, k, recipients, n, gone, wrote, i + 1))
    yield ("goto", "finish", (j, k, min(len(recipients) - len(gone), n), n))


@program
def finish(j, k, delivered, n):
    if k == 0:                                                # inline
        state = yield (tx_close_inline, j, delivered, n - delivered)
        if state in ("PLANNING", "DELIVERING"):               # another plan saw more followers
            yield ("goto", "plan", (j, False, False))
        return
    b = yield (finish_slice, j, k, delivered, n - delivered)
    if b.state == "DELIVERING" and not b.pending:
        yield ("goto", "close", (j,))


# ------------------------------------------------------------------ worker: follow and unfollow
@program
def reconcile(f):
    """Follow and unfollow are one routine: bring the home feed to what the follow row and the author feed say."""
    on = yield (follows, f)
    feed = yield (query_author_feed,)
    yield ("goto", "reconcile_write", (f, on, feed))


@program
def reconcile_write(f, on, feed):
    for p, truth in feed:
        if on and truth[0] == "live" and admits(truth, f):
            yield (put_home, f, p, home_item(truth))
        else:
            yield (delete_home, f, p)
    if Switches.reconcile_read_after:
        on_now = yield (follows, f)
        feed_now = yield (query_author_feed,)
        if (on_now, feed_now) != (on, feed):
            yield ("goto", "reconcile_write", (f, on_now, feed_now))


@program
def backfill(f):
    for p, truth in (yield (query_author_feed,)):
        if truth[0] == "live":
            yield (put_home, f, p, truth[1])


@program
def purge(f):
    if Switches.purge_checks:
        if (yield (follows, f)):
            return
    for p, _ in (yield (query_author_feed,)):
        yield (delete_home, f, p)


@program
def second_pass(epoch, kind, x):
    """Starts once no handler from before the change can write any more (the change, plus the longest life of a handler)."""
    if kind == "reconcile":
        yield ("goto", "reconcile", (x,))
    followers = yield (query_followers, "", 9)
    truth = yield (get_truth, x)
    for f in followers:
        if kind == "e" and truth and truth[0] == "live":
            yield (update_home, f, x, truth[1])
        else:
            yield (delete_home, f, x)


# ------------------------------------------------------------------ worker: sweep
@program
def sweep(j):
    if Switches.early_design:
        yield ("goto", "early_sweep", (j,))
    b = yield (get_job, j)
    if b.state == "COMPLETE":
        yield (delete_outbox, "outbox:" + j)
    elif b.state == "DELIVERING" and not b.pending:
        yield ("goto", "close", (j,))
    else:
        yield (send, ("plan", j))
