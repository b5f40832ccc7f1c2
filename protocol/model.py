"""The fan-out protocol: each storage call as one atomic step, and the API's and the worker's programs made of them.

Each mechanism has a switch (Switches, set by cases.py), so that a case can take it away.

Items, by key:   follow:<user>   1 while the user follows the author
                 block:<user>    1 while the author blocks the user
                 hidden:<user>   the tick of the unfollow since which the user's home feed hides the author
                 rebuild:<user>  (tick, authors that are done) while the user's home feed is rebuilt
                 pair:<tick>:<user>  the outbox row of a follow or unfollow, deleted when the home feed says what the follow row says
                 truth:<post>    the author feed item, the source of truth: ("live", version[, audience, change]) or ("gone", 0, "", change)
                 recall:<post>   "on" while a retracted or narrowed post may be in home feeds; then ("ends", change) for a while
                 job:<job>       Job
                 outbox:<job>    the job's outbox row, deleted when the job completes
                 unsent:<x>      a row that only covers one send (publish in the early design)
                 slice:<job>:<k> (first, last, size)
                 home:<user>:<post>  the home feed item: the version, or (version, "limited")
                 counters        (posts, deliveries) of the author
                 tick:<job>      when the job was accepted, by the clock of the API
                 calling:<x>     no store has it: when a call of the API that has not committed began, by the right clock
                 since:<x>       no store has it: who followed when that call began, and ever since
                 notes           the workers' notes in one row: (shard, (until when all jobs of the shard are complete but the author's, (the tick of the oldest of these,) or ())), ...
                 clock, claims   no store has them: the right time; what pages said: (reader, complete until, items), ...
                 looked          no store has it: from the second look on, handlers of slices that were sent before check who follows first
Job ids: "p" the post's own job; of its changes "e1p" an edit, "n2p" a change of permissions, "r3p" a retraction: the number is that of
the change. The second post is "q".
"""
from collections import namedtuple

from explorer import Switches, choose, program, reads, send, writes

Job = namedtuple("Job", "state expected planned pending delivered skipped")
Job.__str__ = lambda j: (f"{j.state}(expected={j.expected},planned={j.planned},pending={list(j.pending)},"
                         f"delivered={j.delivered},skipped={j.skipped})")
Job.__repr__ = Job.__str__
NEW_JOB = Job("ACCEPTED", 0, 0, (), 0, 0)
USERS = "abcd"
SHARDS = {"p": 0, "q": 0, "r": 1}                            # of the outbox; a job is in that of its post


def slice_size():
    return Switches.slice_size


def post_of(j):
    return j[-1]


def own_job(j):
    return len(j) == 1


def change_of(j):
    """The number of the change that a job spreads."""
    return int(j[1:-1])


def is_live(truth):
    return truth is not None and truth[0] == "live"


def audience(truth):
    return truth[2] if len(truth) > 2 else "*"


def change(truth):
    """The number of the last change; 0 if there was none."""
    return truth[3] if len(truth) > 2 else 0


def admits(truth, user):
    return audience(truth) in ("*", "F") or user in audience(truth)


def home_item(truth):
    """What a home feed item says: the version, and whether not everybody may read the post."""
    return truth[1] if audience(truth) == "*" else (truth[1], "limited")


def is_narrowing(old, new):
    return any(admits(old, f) and not admits(new, f) for f in USERS)


# ------------------------------------------------------------------ storage steps, each atomic
@writes
def tx_publish(d, p, key=None):
    """The publish transaction: author feed item, job, outbox row, idempotency record."""
    if key and Switches.idempotency_condition and d.get("request:" + key):
        return "replay " + d["request:" + key]
    if key:
        d["request:" + key] = p
    end_call(d, p, p)
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
def query_followers(d, after, limit, older=False):
    """older: up to the limit of those who followed before the post was published, and who comes before them."""
    users = [f for f in USERS if d.get("follow:" + f) and not d.get("lag:" + f) and f > after]
    if older:
        limit = next((i + 1 for i, f in enumerate(users) if sum(d["follow:" + x] == 1 for x in users[:i + 1]) == limit), len(users))
    return tuple(users[:limit])


@reads
def query_range(d, first, last):
    return tuple(f for f in USERS if d.get("follow:" + f) and first <= f <= last)


@reads
def query_page(d, first, after, last, limit):
    return tuple([f for f in query_range(d, first, last) if f > after][:limit])


@reads
def follows(d, f):
    return d.get("follow:" + f) is not None


@reads
def query_author_feed(d):
    return tuple((k[6:], v) for k, v in sorted(d.items()) if k.startswith("truth:") and v is not None)


def of_reader(f):
    """The pairs of the same reader, whose items are in one home feed."""
    return Switches.one_reader if f in Switches.one_reader else f


@reads
def query_home(d, pairs, after, limit):
    """A page of a home feed: the items of these pairs, (pair, post), and the position of the next page; "" if this is the last one."""
    items = sorted((k[-1], f) for f in of_reader(pairs[0]) for k in d if k.startswith(f"home:{f}:") and k[-1] > after)
    posts = sorted({p for p, _ in items})
    return tuple((f, p) for p, f in items if f in pairs and p in posts[:limit]), posts[limit - 1] if len(posts) > limit else ""


@reads
def query_hidden(d, f):
    """The authors whom the reader hides, with the ticks of the unfollows."""
    return tuple((x, d["hidden:" + x]) for x in of_reader(f) if d.get("hidden:" + x))


@writes
def put_home(d, f, p, item):
    d[f"home:{f}:{p}"] = item


@writes
def delete_home(d, f, p):
    d[f"home:{f}:{p}"] = None


def follow_message(f, on, tick):
    return ("reconcile", f, tick, "follow" if on else "first", "", ()) if Switches.reconcile else ("backfill" if on else "purge", f, tick)


@writes
def tx_follow(d, f, tick=1):
    """The follow row IF no block stands between the two; the user's hidden row is deleted; an outbox row."""
    if d.get("follow:" + f):
        return "already"
    if Switches.follow_checks_block and d.get("block:" + f):
        return "blocked"
    d["follow:" + f] = 2 if Switches.redeliver == "older" else 1
    d["hidden:" + f] = None
    if Switches.stale_followers:
        d["lag:" + f] = 1                             # an eventually consistent Query does not see it yet
    if Switches.follow_outbox:
        d[f"pair:{tick}:{f}"] = follow_message(f, True, tick)
    return "ok"


@writes
def catch_up(d, f):
    d["lag:" + f] = None


def end_follow(d, f, tick):
    d["follow:" + f] = None
    for x in [x for x in d if x.startswith("since:")]:
        d[x] = d[x].replace(f, "")
    d["looked"] = None                                # messages that were too old before the last unfollow may be young for this one
    if Switches.hides:
        d["hidden:" + f] = tick
    if Switches.follow_outbox:
        d[f"pair:{tick}:{f}"] = follow_message(f, False, tick)


@writes
def tx_unfollow(d, f, tick=1):
    """The follow row is deleted; a hidden row with the tick; an outbox row. Nothing if the user does not follow."""
    if not d.get("follow:" + f):
        return "already"
    end_follow(d, f, tick)
    return "ok"


def is_ended_again(d, f, tick):
    """Another unfollow ends what an import wrote late, IF the hidden row is that of the unfollow: no follow came since."""
    if not Switches.ends_late or d.get("hidden:" + f) != tick or d.get("follow:" + f) != "late":
        return False
    d[f"pair:{tick}:{f}"] = None
    end_follow(d, f, tick + 10)
    return True


@writes
def tx_end_pair(d, f, tick):
    """Deletes the outbox row, and the hidden row IF it is that of the same unfollow."""
    if is_ended_again(d, f, tick):
        return
    d[f"pair:{tick}:{f}"] = None
    if d.get("hidden:" + f) == tick or not Switches.hidden_tick:
        d["hidden:" + f] = None


@writes
def tx_end_hidden(d, f, tick):
    """Deletes both rows IF the hidden row is that of the unfollow: the author was not followed since it was read."""
    if d.get("hidden:" + f) == tick and not is_ended_again(d, f, tick):
        d[f"pair:{tick}:{f}"] = None
        d["hidden:" + f] = None


@writes
def tx_rebuild(d, f, tick):
    """The row that says that the home feed is rebuilt, and with how many authors that is done; an outbox row."""
    d["rebuild:" + f] = (tick, 0)
    d[f"pair:{tick}:{f}"] = ("rebuild", f, tick, None)


@reads
def get_rebuild(d, f):
    return d.get("rebuild:" + f)


@writes
def advance_rebuild(d, f, tick, after):
    """The next author IF the row is that of this rebuild and has this one. After the last author it ends, with its outbox row."""
    if d.get("rebuild:" + f) != (tick, after):
        return False
    last = after + 1 == Switches.authors
    d["rebuild:" + f] = None if last else (tick, after + 1)
    if last:
        d[f"pair:{tick}:{f}"] = None
    return True


@writes
def tx_block(d, f, tick):
    """Reader rows on both sides; the follow ends in the same transaction."""
    d["block:" + f] = 1
    if d.get("follow:" + f):
        end_follow(d, f, tick)
        return "unfollowed"
    return "ok"


@reads
def is_blocked(d, f):
    return d.get("block:" + f) is not None


@writes
def put_follow(d, f):
    """An import: the follow row without a condition."""
    d["follow:" + f] = 1


@writes
def put_late(d, f):
    """A write of an import that got no answer, and was sent again before the unfollow. It comes while the work of that is open, or not at all."""
    if d.get("hidden:" + f) and not d.get("follow:" + f):
        d["follow:" + f] = "late"


@reads
def get_pair(d, key):
    return d.get(key)


def accept(d, j, p, truth):
    """What each change of a post writes: the truth with the number of the change, and a job."""
    d["truth:" + p] = truth
    d["job:" + j] = NEW_JOB
    d[("outbox:" if Switches.outbox_until_complete else "unsent:") + j] = ("plan", j)
    return j


@writes
def tx_edit(d, p):
    truth = d.get("truth:" + p)
    if not is_live(truth):
        end_call(d, "e" + p)
        return "gone"
    n = change(truth) + 1
    end_call(d, "e" + p, f"e{n}{p}")
    return accept(d, f"e{n}{p}", p, ("live", truth[1] + 1, audience(truth), n))


@writes
def tx_retract(d, p):
    n = change(d["truth:" + p]) + 1
    d["post:" + p] = "retracted"
    if Switches.recalls:
        d["recall:" + p] = "on"
    return accept(d, f"r{n}{p}", p, ("gone", 0, "", n) if Switches.keep_tombstone else None)


@writes
def tx_permit(d, p, readers):
    """Who may read: "*" everybody, "F" followers, else a list of users. Refused IF the post is retracted."""
    truth = d["truth:" + p]
    if not is_live(truth) and Switches.refuse_tombstone:
        return "gone"
    n = change(truth) + 1
    now = ("live", max(truth[1], 1), readers, n)
    if Switches.recalls and is_live(truth) and is_narrowing(truth, now):
        d["recall:" + p] = "on"
    if not Switches.permission_job:
        d["truth:" + p] = now
        return "gone"
    return accept(d, f"n{n}{p}", p, now)


@writes
def tx_expire(d, p, n):
    """The end of a recall, unless another change has put it again."""
    if d.get("recall:" + p) == ("ends", n):
        d["recall:" + p] = None


for _commit in (tx_follow, tx_unfollow, tx_block, tx_edit, tx_retract, tx_permit):
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


def end_recall(d, j):
    """The recall ends by the job that the truth names. Pages go by it for a while longer: until handlers from before are gone."""
    p, truth = post_of(j), d.get("truth:" + post_of(j))
    named = not own_job(j) and truth is not None and change(truth) == change_of(j)
    if "recall:" + p not in d or d["recall:" + p] is None or Switches.recall_by_named and not named:
        return
    if not Switches.recall_outlasts:
        d["recall:" + p] = None
        return
    n = change(truth)
    d["recall:" + p] = ("ends", n)
    d["send"] = ("expire", None, p, n)


def complete(d, j, b):
    d["job:" + j] = b
    end_recall(d, j)
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


# ---- watermark
@reads
def read_clock(d):
    return d.get("clock", 0)


@writes
def advance_clock(d):
    """A call takes up to max_call: until then the clock does not run away from it."""
    now = d.get("clock", 0)
    if all(now < v + Switches.max_call for k, v in d.items() if k.startswith("calling:")):
        d["clock"] = now + 1


@writes
def begin_call(d, x):
    d["calling:" + x] = d.get("clock", 0)
    if Switches.strangers:
        d["since:" + x] = "".join(f for f in USERS if d.get("follow:" + f))


def end_call(d, x, j=None):
    """The commit of a call whose tick was taken when it began, by a clock that may be late."""
    began = d.pop("calling:" + x, None)
    if began is not None and j:
        d["tick:" + j] = began - Switches.late


@reads
def query_outbox(d, shard, after, before):
    """A page of a shard: (tick, job), oldest first; and whether there are more."""
    jobs = [k[7:] for k in d if k.startswith("outbox:") and SHARDS[post_of(k)] == shard]
    rows = sorted([(d["tick:" + j], j) for j in jobs] + [(-8, "follow")] * Switches.follow_row)
    rows = [r for r in rows if r > after and r[0] < before]
    return tuple(rows[:Switches.sweep_page]), len(rows) > Switches.sweep_page


@writes
def raise_notes(d, notes):
    """Of each shard the greatest note stays: so one update does, with a condition for each shard."""
    greatest = dict(d.get("notes", ()))
    for shard, note in notes:
        if shard not in greatest or greatest[shard][0] < note[0]:
            greatest[shard] = note
    d["notes"] = tuple(sorted(greatest.items()))


@reads
def get_notes(d):
    """Of the shards the least note, and the jobs before it that are open; None without a note of one."""
    notes = dict(d.get("notes", ()))
    if not notes or Switches.every_shard and len(notes) < len(set(SHARDS.values())):
        return None
    until = (min if Switches.least_shard else max)(note[0] for note in notes.values())
    return until, tuple(tick for note in notes.values() for tick in note[1] if tick < until)


@reads
def get_home(d, f):
    return tuple((k[-1], v) for k, v in sorted(d.items()) if k.startswith(f"home:{f}:"))


@writes
def claim(d, f, until, items):
    d["claims"] = d.get("claims", ()) + ((f, until, items),)


# ------------------------------------------------------------------ API
@program
def publish(p, key=None):
    if Switches.marks:
        yield (begin_call, p)
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
    if Switches.marks:
        yield (begin_call, "e" + p)
    yield ("goto", "send_plan", ((yield (tx_edit, p)),))


@program
def permit(p, readers):
    yield ("goto", "send_plan", ((yield (tx_permit, p, readers)),))


@program
def retract(p):
    yield ("goto", "send_plan", ((yield (tx_retract, p)),))


@program
def send_plan(j):
    if j != "gone":
        yield (send, ("plan", j))


@program
def follow(*calls):
    """One client, one call after another: +a follows, -a unfollows."""
    for i, call in enumerate(calls):
        on, f, tick = call[0] == "+", call[1], i + 1
        if on and Switches.send_before_follow:
            yield (send, follow_message(f, True, tick))
        if (yield ((tx_follow if on else tx_unfollow), f, tick)) != "ok":
            continue
        if not on or not Switches.send_before_follow:
            yield (send, follow_message(f, on, tick))
        if Switches.stale_followers:
            yield (catch_up, f)


@program
def rebuild_feed(f, tick=7):
    yield (tx_rebuild, f, tick)
    yield (send, ("rebuild", f, tick, None))


@program
def block(f):
    if (yield (tx_block, f, 9)) == "unfollowed":
        yield (send, follow_message(f, False, 9))


@program
def import_follow(f):
    """Not one transaction: it reads blocks before its writes, and again after them, and ends what they forbid."""
    if Switches.import_checks != "after" and (yield (is_blocked, f)):
        return
    yield (put_follow, f)
    if Switches.import_checks != "before" and (yield (is_blocked, f)) and (yield (tx_unfollow, f, 8)) == "ok":
        yield (send, follow_message(f, False, 8))


@program
def import_late(f):
    yield (put_late, f)


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


Receipt = namedtuple("Receipt", "continued again after", defaults=(False, False, ""))
Receipt.__doc__ = """What a plan knows of its message. continued: it continues one that ran out of time or room, and does not send the
pending slices again. again: the message was received before, or is a later attempt. after: what `planned` has done: the recipients
up to this one, or the slices up to this number."""


def plan_again(j, m, after=""):
    """The message of a plan that an earlier handler has worked on (an attempt more, in a requeue and a redrive)."""
    return ("plan", j, m.continued, True, after)


def unchanged(j, truth):
    """Whether the truth is still what the job began with: what an earlier handler of the job wrote is true then."""
    if own_job(j):
        return is_live(truth) and truth[1] == 1 and change(truth) == 0
    return truth is not None and change(truth) == change_of(j)


def is_superseded(j, truth):
    return truth is not None and change(truth) > change_of(j)


@program
def plan(j, m):
    if m.after:
        yield ("goto", "planned", (j, m))
    b = yield (get_job, j)
    if Switches.supersede and not own_job(j) and b.state == "ACCEPTED" and not b.planned \
            and (not m.again or Switches.supersede == "again"):
        truth = yield (get_truth, post_of(j))
        if is_superseded(j, truth):                           # a later change's job goes to everybody after this one
            yield (tx_close_inline, j, 0, 0)
            return
    if b.state == "COMPLETE":
        yield ("goto", "planned", (j, m))
    if Switches.change_waits and not own_job(j):
        own = yield (get_job, post_of(j))
        if own.state != "COMPLETE":
            yield (send, ("plan", j))
            return
    if b.state == "DELIVERING" and not b.pending:
        yield (tx_close, j)
        yield ("goto", "planned", (j, m))
    truth = yield (get_truth, post_of(j))
    if not (yield from send_again(j, b.pending if Switches.resend_pending and not m.continued else (), truth)):
        yield ("goto", "plan_failed", (j, m))
    if b.state == "DELIVERING":
        yield ("goto", "planned", (j, m))
    after = ""
    if b.planned:
        after = (yield (get_slice, j, b.planned))[1]
    yield ("goto", "plan_from", (j, b.planned + 1, after, truth, (), len(b.pending) >= Switches.max_pending, m))


def send_again(j, slices, truth):
    """Sends slices whose handlers read their ranges. Returns whether all were sent."""
    batch = ()
    for k in slices:
        full, batch = batch_with(batch, ("slice", j, k, (), "", truth, None), k == slices[0])
        if not (yield from send_batch(full)):
            return False
    return (yield from send_batch(batch))


@program
def planned(j, m):
    """The end of a plan. If an earlier handler of its message may have delivered inline, and died before its second read, what it
    wrote is written again, if the post has changed since: by all slices, or inline if there is none. Out of time it goes on after what
    it has done."""
    if not m.again or Switches.inline != "atomic" or not Switches.redo_inline:
        return
    truth = yield (get_truth, post_of(j))
    if unchanged(j, truth):
        return
    b = yield (get_job, j)
    if b.state == "COMPLETE" and not b.planned:
        yield ("goto", "redeliver", (j, m, truth))
    if Switches.redo_inline == "unplanned":
        return
    slices = tuple(range(int(m.after or 0) + 1, b.planned + 1))
    now = slices[:Switches.life or len(slices)]
    if not (yield from send_again(j, now, truth)):
        yield ("goto", "plan_failed", (j, m._replace(continued=False)))
    if now != slices:
        yield (send, plan_again(j, m, str(now[-1]) if Switches.positions else m.after))


@program
def redeliver(j, m, truth):
    """Writes again what an inline delivery of the message may have written: it had a slice's worth of recipients."""
    if Switches.redeliver == "all":
        recipients = yield (query_followers, m.after, slice_size())
    else:
        first = yield (query_followers, "", slice_size(), Switches.redeliver == "older")
        recipients = tuple(f for f in first if f > m.after)
    if recipients:
        yield ("goto", "write_slice", (Work(j, REDELIVERY, recipients, None, truth, 0, m), truth))


@program
def plan_from(j, k, after, truth, batch, full, m, ahead=None):
    """batch: the messages of slices that are pending and not sent yet. Each end of planning sends them. ahead: the next recipients, which
    may be read beside the put of the slice before them, or beside its update of the job."""
    if full or Switches.failures and (yield (fails,)):        # too many are pending, or out of time
        if (yield from send_batch(batch if Switches.batch_lost != "continue" else ())):
            yield (send, ("plan", j, Switches.pauses == "continue", m.again, ""))
        else:
            yield ("goto", "plan_failed", (j, m))
        return
    recipients = ahead if ahead is not None else (yield (query_followers, after, slice_size() + 1))
    if k == 1 and len(recipients) <= slice_size() and Switches.inline == "atomic":
        yield ("goto", "write_slice", (Work(j, INLINE, recipients, None, truth, 0), truth))
    if not recipients:
        yield ("goto", "plan_end", (j, k - 1, batch, m))
    recipients = recipients[:slice_size()]
    mine = (recipients[0], recipients[-1], len(recipients))
    beside, ahead = Switches.reads_ahead and (yield (choose, "", "put", "update")), None
    if beside == "put":
        ahead = yield (query_followers, mine[1], slice_size() + 1)
    first, last, n = yield (put_slice_or_read, j, k, *mine)
    if beside == "update":
        ahead = yield (query_followers, mine[1], slice_size() + 1)
    if (first, last, n) != mine and Switches.adopt_bounds:
        recipients = yield (query_range, first, last)
    ok, b = yield (advance, j, k, n)
    if Switches.failures and (yield (fails,)):                # the call fails, whether or not it was done
        yield from send_batch(batch)
        yield ("goto", "plan_failed", (j, m))
    if ok:
        ready, batch = batch_with(batch, ("slice", j, k, recipients, None, truth, None), k == 1)
        if not (yield from send_batch(ready)):
            yield ("goto", "plan_failed", (j, m))
    elif b.state not in ("ACCEPTED", "PLANNING"):             # another plan ended it
        if not (yield from send_batch(batch if Switches.batch_lost != "overtaken" else ())):
            yield ("goto", "plan_failed", (j, m))
        yield ("goto", "planned", (j, m))
    yield ("goto", "plan_from", (j, k + 1, last if Switches.adopt_bounds else recipients[-1], truth, batch,
                                 len(b.pending) >= Switches.max_pending, m,
                                 ahead if Switches.reads_ahead == "any" or last == mine[1] else None))


@program
def plan_end(j, n, batch, m):
    _, b = yield (end_planning, j, n)
    still_plans = b.state in ("ACCEPTED", "PLANNING")
    if not still_plans and not b.pending:
        yield (tx_close, j)
    if not (yield from send_batch(batch if Switches.batch_lost != "end" else ())):
        yield ("goto", "plan_failed", (j, m))
    if still_plans:
        yield ("goto", "plan", (j, m))
    yield ("goto", "planned", (j, m))


@program
def plan_failed(j, m):
    """A plan that failed is requeued."""
    yield (send, plan_again(j, m))


@program
def close(j):
    yield (tx_close, j)


# ------------------------------------------------------------------ worker: what is received again is looked at again
def is_looked_at(body):
    return Switches.looks and (Switches.looks != "posts" or body[0] in ("plan", "slice"))


@program
def received_again(body, name, args):
    """Another handler of the message may live, write late, and die: the same work comes once more when all handlers of now are gone."""
    if Switches.looks != "receipt" or (yield from differs(body)):
        yield (send, ("look", None, body))
    yield ("goto", name, args)


@program
def late_write(step):
    """A write whose caller has sent it again."""
    yield step


@program
def look(body, name, args):
    if Switches.looks == "receipt" or (yield from differs(body)):
        yield ("goto", name, args)


def differs(body):
    """Whether a handler of the message may have written what is not true any more. A follow has no single post: it may."""
    return body[0] not in ("plan", "slice") or not unchanged(body[1], (yield (get_truth, post_of(body[1]))))


# ------------------------------------------------------------------ worker: deliver
INLINE, REDELIVERY = 0, -1                                   # instead of the number of a slice
Work = namedtuple("Work", "job k recipients after sent settled receipt", defaults=(None,))
Work.__doc__ = """What a handler has to write. recipients: the next ones. after: then those of the slice's range after this user, a page
at a time ("": all of them); None: no others. sent: the truth when the message was sent. settled: how many recipients are settled:
their items were written, the truth was the same afterwards, and those who left were cleared. A later change has its own job.
receipt: that of a plan that delivers again."""


@program
def slice(j, k, recipients, after, sent, settled, again, old):
    """settled: None on the first attempt. old: the recipients were read longer ago than a handler lives: only those who still follow get
    the item. A done slice whose post never changed is acknowledged unseen, on the first receipt of its first message only: on a later one
    an earlier handler may have died, or requeued, between a delete and the put that mends it (D9, Q6), or before its second read."""
    done = False
    if Switches.skip_done:
        b = yield (get_job, j)
        done = k not in b.pending and (Switches.skip_done is True or not again and settled is None)
        if done and Switches.skip_done is True:
            return
    truth = sent
    if Switches.read_before:
        truth = yield (get_truth, post_of(j))
        if Switches.supersede == "slice" and not own_job(j) and is_superseded(j, truth):
            yield ("goto", "finish", (Work(j, k, (), None, sent, 0),))
        if done and unchanged(j, truth) and (own_job(j) or Switches.skip_done == "named"):
            return
        if Switches.check_follows_before or old and Switches.old_checks:
            following = yield (query_range, min(recipients, default="~"), max(recipients, default=" "))
            gone = tuple(f for f in recipients if f not in following)
            recipients = tuple(f for f in recipients if f in following)
            if gone and Switches.old_clears:
                yield ("goto", "old_leavers", (Work(j, k, recipients, after, sent, settled or 0), truth, gone))
    yield ("goto", "next_page", (Work(j, k, recipients, after, sent, settled or 0), truth))


@program
def old_leavers(w, truth, gone):
    """What an old slice does not need to do: it deletes the items of those who do not follow, and reads again."""
    f, p = gone[0], post_of(w.job)
    on = yield (follows, f)
    if on and is_live(truth) and admits(truth, f):
        yield (put_home, f, p, home_item(truth))
    else:
        yield (delete_home, f, p)
    now = yield (get_truth, p)
    if ((yield (follows, f)), now) != (on, truth):
        yield ("goto", "old_leavers", (w, now, gone))
    yield ("goto", "old_leavers" if gone[1:] else "next_page", (w, truth, gone[1:]) if gone[1:] else (w, truth))


@program
def next_page(w, truth):
    if not w.recipients and w.after is not None:
        first, last, _ = yield (get_slice, w.job, w.k)
        page = yield (query_page, first, w.after, last, Switches.page_size)
        w = w._replace(recipients=page, after=page[-1] if len(page) == Switches.page_size else None)
    yield ("goto", "write_slice" if w.recipients else "finish", (w, truth) if w.recipients else (w,))


@program
def write_slice(w, truth):
    """Writes in the order of the recipients' ids. A refused row is put off; out of time the rest is left. What is written is settled."""
    p = post_of(w.job)
    deletes = not is_live(truth) or not Switches.trust_first_permissions or change(truth) > 0
    written, put_off = (), ()
    for f in w.recipients:
        if Switches.life and len(written) == Switches.life or Switches.times_out and (yield (fails,)):
            break
        if Switches.refuses and (yield (fails,)):
            put_off += (f,)
            continue
        if is_live(truth) and admits(truth, f):
            yield (put_home, f, p, home_item(truth))
        elif deletes:
            yield (delete_home, f, p)
        written += (f,)
    left = tuple(f for f in w.recipients if f not in written)
    if left and left == w.recipients:
        yield ("goto", "requeue", (w,))
    if not is_live(truth):
        yield ("goto", "settle", (w, truth, left, 0))
    if Switches.read_after and (not left or Switches.settle != "unread"):
        now = yield (get_truth, p)
        if now != truth and left:
            yield ("goto", "requeue", (w,))
        if now != truth:
            yield ("goto", "write_slice", (w, now))
    gone = ()
    if Switches.check_follows != "no" and (not left or Switches.settle != "leavers"):
        following = yield (query_range, min(written, default="~"), max(written, default=" "))
        gone = tuple(f for f in written if f not in following)
        for f in gone:
            if Switches.check_follows == "delete":
                yield (delete_home, f, p)
        if Switches.check_follows == "reconcile" and gone:
            yield ("goto", "unfollowed", (w, truth, left, len(written) - len(gone), gone))
    if Switches.settle == "position" and put_off:            # as if all before the last written recipient were written
        left = tuple(f for f in left if not written or f > written[-1])
    yield ("goto", "settle", (w, truth, left, len(written) - len(gone)))


@program
def unfollowed(w, truth, left, delivered, gone):
    """Recipients who do not follow after the write: delete, read again, put back if they follow by now."""
    on = yield (follows, gone[0])
    now = yield (get_truth, post_of(w.job))
    yield ("goto", "unfollowed_one", (w, truth, left, delivered, gone, on, now))


@program
def unfollowed_one(w, truth, left, delivered, gone, on, now):
    f, p = gone[0], post_of(w.job)
    if Switches.times_out and (yield (fails,)):
        yield ("goto", "requeue", (w,))
    if on and is_live(now) and admits(now, f):
        yield (put_home, f, p, home_item(now))
    else:
        yield (delete_home, f, p)
    if Switches.times_out and (yield (fails,)):
        if Switches.settle == "midway":
            yield ("goto", "settle", (w, truth, left, delivered))
        yield ("goto", "requeue", (w,))
    on_now = yield (follows, f)
    truth_now = yield (get_truth, p)
    if (on_now, truth_now) != (on, now):
        yield ("goto", "unfollowed_one", (w, truth, left, delivered, gone, on_now, truth_now))
    if gone[1:]:
        yield ("goto", "unfollowed", (w, truth, left, delivered, gone[1:]))
    yield ("goto", "settle", (w, truth, left, delivered))


@program
def settle(w, truth, left, delivered):
    """All recipients but those left are settled."""
    settled = w.settled + delivered
    if w.k <= INLINE and left:
        yield ("goto", "inline_left" if w.k == INLINE else "redelivery_left", (w, left, settled))
    if w.k <= INLINE:
        yield ("goto", "finish", (w._replace(settled=settled),))
    w = w._replace(recipients=left, settled=settled)
    if left or Switches.life and w.after is not None:
        yield ("goto", "requeue", (w,))
    yield ("goto", "next_page" if w.after is not None else "finish", (w, truth) if w.after is not None else (w,))


@program
def requeue(w):
    """A delivery that cannot go on. Nothing more is settled: the message says what is left."""
    if w.k == INLINE:
        yield ("goto", "inline_left", (w, w.recipients, 0))
    if w.k == REDELIVERY:
        yield ("goto", "redelivery_left", (w, w.recipients, 0))
    if Switches.positions:
        yield (send, ("slice", w.job, w.k, w.recipients, w.after, w.sent, w.settled))
    else:
        yield (send, ("slice", w.job, w.k, (), "", w.sent, 0))


@program
def inline_left(w, left, settled):
    """An inline delivery that cannot go on becomes the first slice, with those who are left and fit into a message. If another plan
    has made that slice, it has other recipients: nothing is settled. If another plan was faster, it may have ended before what this one
    has written: the plan goes on as one that is repeated."""
    j = w.job
    mine = w.recipients if len(left) <= Switches.message_size else \
        tuple(f for f in w.recipients if f <= left[Switches.message_size - 1])
    row = yield (put_slice_or_read, j, 1, mine[0], mine[-1], len(mine))
    ok, _ = yield (advance, j, 1, row[2])
    if ok and (row == (mine[0], mine[-1], len(mine)) or Switches.settle == "adopted"):
        yield (send, ("slice", j, 1, left[:Switches.message_size], None, w.sent, settled))
    elif ok:
        yield (send, ("slice", j, 1, (), "", w.sent, 0))
    yield (send, ("plan", j, True, not ok and Switches.overtaken_again, ""))


@program
def redelivery_left(w, left, settled):
    """The position is the last recipient before those who are left."""
    before = [f for f in w.recipients if f < left[0]]
    yield (send, plan_again(w.job, w.receipt, before[-1] if before and Switches.positions else w.receipt.after))


@program
def finish(w):
    """Counts at most the recipients that the slice was planned with: its range may have more by now."""
    j, k = w.job, w.k
    if k == REDELIVERY:
        if Switches.redeliver == "all":
            yield (send, plan_again(j, w.receipt, w.recipients[-1]))
        return
    if k == INLINE:
        state = yield (tx_close_inline, j, w.settled, len(w.recipients) - w.settled)
        if state in ("PLANNING", "DELIVERING"):               # another plan saw more followers
            yield ("goto", "plan", (j, Receipt()))
        return
    n = (yield (get_slice, j, k))[2]
    b = yield (finish_slice, j, k, min(w.settled, n), n - min(w.settled, n))
    if b.state == "DELIVERING" and not b.pending:
        yield ("goto", "close", (j,))


# ------------------------------------------------------------------ worker: follow and unfollow
@program
def reconcile(f, tick, step, after, also):
    """Follow and unfollow are one routine: bring the home feed to what the follow row and the author feed say. An unfollow goes through the
    reader's own home feed, a page in a message, and looks twice, also if the user follows again by then: a handler from before may still
    delete the item, and die before it puts it back. While other authors are hidden as well, the walks of all are one: the first look does
    nothing, the last one waits once more if it sees one that the look before did not. also: the other pairs that this look walks for, which
    the look before has seen."""
    if step != "follow" and Switches.second_look:
        hidden = dict((yield (query_hidden, f)))
        own = hidden.pop(f, None)
        if own not in (None, tick) and Switches.later_ends:
            yield (delete_outbox, f"pair:{tick}:{f}")         # a later unfollow does the work
            return
        if own is None and Switches.hides and (Switches.absent_ends or not (yield (follows, f))):
            yield (delete_outbox, f"pair:{tick}:{f}")         # the walk for another author did it, or a later unfollow
            return
        seen = tuple(hidden.items())
        if Switches.covers == "seen" or not after and Switches.covers == "anew":
            also = tuple(x for x in also if x in seen)
        else:
            also = seen
        if not after and step != "shared" and also != seen:
            yield (send, ("second_look", None, f, tick, "last" if step == "first" else "shared", seen))
            return
    found, more = (), ""
    if step != "follow":
        found, more = yield (query_home, (f,) + tuple(x for x, _ in also), after, Switches.feed_page)
        if step == Switches.eventual and found and (yield (fails,)):
            found = ()
    yield ("goto", "reconcile_pair", (Walk(f, tick, step, after, also, more), ((f, tick),) + also, found))


Walk = namedtuple("Walk", "pair tick step after also more")


@program
def reconcile_pair(w, left, found):
    f = left[0][0]
    on = yield (follows, f)
    feed = (yield (query_author_feed,)) if on else ()
    yield ("goto", "reconcile_write", (w, left, found, tuple(p for x, p in found if x == f), on, feed))


@program
def reconcile_write(w, left, found, acted_on, on, feed):
    f = left[0][0]
    truths = dict(feed)
    if Switches.found_only and w.step != "follow":
        truths = {p: t for p, t in feed if p in acted_on}
    acted_on = tuple(sorted({*acted_on, *truths}))
    for p in acted_on:
        if on and is_live(truths.get(p)) and admits(truths[p], f):
            yield (put_home, f, p, home_item(truths[p]))
        else:
            yield (delete_home, f, p)
    if Switches.reconcile_read_after:
        on_now = yield (follows, f)
        feed_now = (yield (query_author_feed,)) if on_now else ()
        if (on_now, feed_now) != (on, feed):
            yield ("goto", "reconcile_write", (w, left, found, acted_on, on_now, feed_now))
    if left[1:]:
        yield ("goto", "reconcile_pair", (w, left[1:], found))
    if w.more:
        yield (send, ("reconcile", w.pair, w.tick, w.step, w.more if Switches.positions else w.after, w.also))
    elif w.step == "first" and Switches.second_look and not (on and Switches.second_look == "gone"):
        yield (send, ("second_look", None, w.pair, w.tick, "last", ()))
    else:
        for x, tick in w.also:
            yield (tx_end_hidden if Switches.hidden_tick else tx_end_pair, x, tick)
        yield (tx_end_pair, w.pair, w.tick)


@program
def rebuild(f, tick, after, again):
    """Reconciles with each author whom the list of follows has, one a message; the first one has posts here. after: how many are
    done; None: the message of the outbox row, which continues where the row says. again: an earlier handler of this message may have
    died in the midst of a write that only this message mends: another one may have finished the rebuild meanwhile."""
    row = yield (get_rebuild, f)
    is_open = row is not None and row[0] == tick
    if not is_open and not (again and Switches.rebuild_redo):
        yield (delete_outbox, f"pair:{tick}:{f}")
        return
    if after is None and is_open and row[1] and not again:
        yield (send, ("rebuild", f, tick, row[1]))
        return
    if after or not (yield (follows, f)):                     # not on the list
        yield ("goto", "rebuilt", (f, tick, after or 0))
    on = yield (follows, f)
    feed = yield (query_author_feed,)
    yield ("goto", "rebuild_write", (f, tick, on, feed))


@program
def rebuild_write(f, tick, on, feed):
    for p, truth in feed:
        if on and is_live(truth) and admits(truth, f):
            yield (put_home, f, p, home_item(truth))
        else:
            yield (delete_home, f, p)
    if Switches.rebuild_read_after:
        on_now = yield (follows, f)
        feed_now = yield (query_author_feed,)
        if (on_now, feed_now) != (on, feed):
            yield ("goto", "rebuild_write", (f, tick, on_now, feed_now))
    yield ("goto", "rebuilt", (f, tick, 0))


@program
def rebuilt(f, tick, after):
    """Only one message moves the row on. One that loses sends nothing: another chain is further, or a later rebuild has begun."""
    won = yield (advance_rebuild, f, tick, after)
    if after + 1 < Switches.authors and (won or not Switches.rebuild_wins):
        yield (send, ("rebuild", f, tick, after + 1))


@program
def second_look(epoch, f, tick, step, also):
    """An unfollow looks again once no handler can write any more what was read before the look that sent this."""
    yield ("goto", "reconcile", (f, tick, step, "", also))


@program
def expire(epoch, p, n):
    yield (tx_expire, p, n)


@program
def backfill(f, tick):
    for p, truth in (yield (query_author_feed,)):
        if is_live(truth):
            yield (put_home, f, p, truth[1])
    yield (tx_end_pair, f, tick)


@program
def purge(f, tick):
    if not (Switches.purge_checks and (yield (follows, f))):
        for p, _ in (yield (query_author_feed,)):
            yield (delete_home, f, p)
    yield (tx_end_pair, f, tick)


# ------------------------------------------------------------------ worker: sweep
@program
def sweep(j):
    if j.startswith("pair:"):
        message = yield (get_pair, j)
        if message:
            yield (send, message)
        return
    if Switches.early_design:
        yield ("goto", "early_sweep", (j,))
    b = yield (get_job, j)
    if b.state == "COMPLETE":
        yield (delete_outbox, "outbox:" + j)
    elif b.state == "DELIVERING" and not b.pending:
        yield ("goto", "close", (j,))
    else:
        yield (send, ("plan", j))


# ------------------------------------------------------------------ watermark
@program
def clock(end):
    yield (advance_clock,)
    if (yield (read_clock,)) < end:
        yield ("goto", "clock", (end,))


@program
def note_shards(*shards):
    """One sweep of a worker. Of each shard that it reads to the end it notes until when all jobs are complete: at most the tick of the
    oldest open one of an author whom it does not name, where its read ended, and a margin before the read began."""
    notes = ()
    for shard in shards:
        began = yield (read_clock,)
        end = began - Switches.horizon
        until = began - Switches.margin if not Switches.note_ends else min(began - Switches.margin, end)
        after, more, seen = (-9,), True, ()
        while more:
            rows, more = yield (query_outbox, shard, after, end)
            after = rows[-1] if rows else after
            jobs = [tick for tick, j in rows if j != "follow"]
            if jobs and Switches.open_holds and not (Switches.stale_sweep and (yield (fails,))):
                seen += tuple(jobs)
            more = more and Switches.read_to_end
        if seen and not Switches.names:
            until, seen = min(until, seen[0]), ()
        named = seen[:1] if Switches.oldest else seen[-1:]
        notes += ((shard, (until, tuple(tick for tick in named if tick < until))),)
    yield (raise_notes, notes)


@program
def page(f):
    """What it claims goes by the notes, and by the open jobs of named authors whom the reader follows."""
    on = (yield (follows, f)) if Switches.follows_read == "before" else None
    notes = (yield (get_notes,)) if Switches.notes_first else None
    items = yield (get_home, f)
    if not Switches.notes_first:
        notes = yield (get_notes,)
    if notes is not None and notes[1] and Switches.follows_read == "after":
        on = yield (follows, f)
    if notes is not None:
        yield (claim, f, min(notes[1] + notes[:1]) if on and Switches.listed_hold else notes[0], items)
