"""Dormant readers: slices write nothing for readers who have been away for longer than A, and the page on their return reads the truth for
that time. A page is a return if the reader was away for the least that A may be: so pages need not know A. A job of a post, and what a
follow or unfollow writes, are one step each: the other cases have their steps. A slice goes by whatever its reads and its copy of the row
of A may say.

Items, by key:   away             the row of A and what was there before: (time of the write, Away or None), ...
                 active:<user>    the reader's row and what was there before, as long as an eventually consistent read may return it
                 truth:<post>, home:<user>:<post>, outbox:<job>, recall:<post>, follow, hidden, pair, walk:<user>, clock, wrong
                                  as in on_read.py; no post is on-read
                 known:<user>     what the worker remembers of the reader: seen
                 many:<user>      the reader follows more than 1,000
                 rebuild:<user>   how many rebuilds of the home feed have begun and not ended
                 calling:<page>   no store has it: when a page began that is not yet shown
"""
from typing import NamedTuple, Optional

from explorer import Switches, choose, program, reads, writes
from model import is_live, post_of
from on_read import begin_walk, due, end_walk, now, truths, tx_edit_listed, tx_follow_listed, tx_publish_listed, tx_retract_listed

# 30 s (a worker's copy of the row of A), 1 min, the delay of an eventually consistent read, 15 min (between two clocks), 20 min; how long a
# page takes, 12 hours, the least A, the retention. Not to scale, but as there AGE + STALE + SKEW < LONG, CALL + STALE + SKEW < LONG,
# LONG < DAY, and DAY + LONG < MIN < RETENTION.
AGE, MINUTE, STALE, SKEW, LONG = 1, 2, 1, 4, 8
CALL, DAY, MIN, RETENTION = 1, 10, 20, 60
SKEWS = (0, SKEW)


class Away(NamedTuple):
    """The row of A."""
    days: Optional[int]             # A; None: ended
    start: int                      # from: slices go by A with posts from this tick on


class Active(NamedTuple):
    """A reader's row."""
    seen: int
    gap: Optional[tuple] = None     # the first and the last tick that pages read from author feeds
    always: bool = False            # slices never pass over the reader
    again: Optional[int] = None     # when a second rebuild is due


def readable(d, key, age):
    """What a read or a copy up to this age may say, oldest first. A write and a read of one moment may come in any order."""
    rows = d.get(key, ((-99, None),))
    return [row for k, (_, row) in enumerate(rows) if k + 1 == len(rows) or rows[k + 1][0] >= now(d) - age]


def put(d, key, row, age):
    kept = readable(d, key, age)
    d[key] = d.get(key, ((-99, None),))[-len(kept):] + ((now(d), row),)


@writes
def pass_time(d, units):
    """A page takes up to CALL. Versions that nobody can read any more are forgotten."""
    if any(k.startswith("calling:") and now(d) + units > began + Switches.page_call for k, began in d.items()):
        return False
    d["clock"] = now(d) + units
    for k in d:
        if k == "away" or k.startswith("active:"):
            d[k] = d[k][-len(readable(d, k, AGE if k == "away" else STALE)):]
    return True


# ------------------------------------------------------------------ the row of A
@writes
def set_away(d, days, skew):
    """Sets, changes or ends A (None)."""
    put(d, "away", Away(days, now(d) + skew + Switches.from_lead), AGE)


# ------------------------------------------------------------------ slices
def passes_over(active, away, tick, clock):
    """Whether a slice passes over the reader, by what it has read."""
    if away is None or away.days is None or active is None and not Switches.passes_rowless or {"tick": tick, "clock": clock}[Switches.from_by] < away.start or active and active.always:
        return False
    return (tick if Switches.decides == "tick" else clock) > (active.seen if active else -99) + away.days


def is_passed_over(d, f, tick, eager):
    """Whether some read, copy and clock let a slice pass over the reader (eager), or each of them does."""
    known = d.get("known:" + f)
    if known == "dormant":
        return True
    rows = readable(d, "active:" + f, STALE)
    if known is not None:
        rows = [row and row._replace(seen=max(row.seen, known)) for row in rows]
    ways = {passes_over(row, away, tick, now(d) + skew) for row in rows for away in readable(d, "away", AGE) for skew in SKEWS}
    passed = True in ways and (eager or len(ways) == 1)
    if Switches.memory == "seen" and rows[0]:
        d["known:" + f] = rows[0 if eager else -1].seen
    elif Switches.memory == "dormant" and passed:
        d["known:" + f] = "dormant"
    return passed


def note_reader(d, f, skew):
    """A reader without a row gets one IF there is none, where A is in force: so who never looks is passed over some day."""
    if d.get("active:" + f, ((-99, None),))[-1][1] is None and any(away and away.days for away in readable(d, "away", AGE)):
        put(d, "active:" + f, Active(now(d) + skew), STALE)


@writes
def fan_out_awake(d, j, eager, skew):
    """A job, to all but dormant readers. Then the recall of a retraction ends."""
    truth = d["truth:" + post_of(j)]
    for f in [k[7:] for k in d if k.startswith("follow:") and d[k]]:
        if not is_passed_over(d, f, truth[2], eager):
            d[f"home:{f}:{post_of(j)}"] = truth[1] if is_live(truth) else None
            note_reader(d, f, skew)
    d["outbox:" + j] = None
    if j.startswith("r"):
        d["recall:" + post_of(j)] = None


def put_in_line(d, f, p, eager):
    """What a follow or a rebuild writes of a post. It reads the reader's row strongly consistent, and brings no post that slices pass over."""
    truth, row = d["truth:" + p], d.get("active:" + f, ((-99, None),))[-1][1]
    ways = {passes_over(row, away, truth[2], now(d)) for away in readable(d, "away", AGE)}
    if "follow:" + f not in d or not is_live(truth):
        d[f"home:{f}:{p}"] = None
    elif not Switches.follow_passes or False in ways and not (eager and True in ways):
        d[f"home:{f}:{p}"] = truth[1]


@writes
def bring_awake(d, f, eager):
    """What a follow or unfollow writes into the home feed."""
    for p in truths(d):
        put_in_line(d, f, p, eager)
    d["pair:" + f] = d["hidden:" + f] = None


@writes
def publish_pushed(d, p, skew):
    tx_publish_listed(d, p, now(d) + skew, False)


@writes
def begin_rebuild(d, f):
    """Returns whether this one brings the posts in line: if one is under way, it may be joined."""
    under_way = d.get("rebuild:" + f, 0)
    if under_way and Switches.rebuilds == "joined":
        return False
    d["rebuild:" + f] = under_way + 1
    return True


@reads
def read_feeds(d):
    return tuple(truths(d))


@writes
def end_rebuild(d, f, posts):
    """Writes what it has read, and what has changed of that since."""
    for p in posts:
        put_in_line(d, f, p, False)
    d["rebuild:" + f] = d["rebuild:" + f] - 1 or None


# ------------------------------------------------------------------ pages
class Found(NamedTuple):
    """What a page goes by."""
    gap: Optional[tuple]            # the ticks that it reads from author feeds; a rebuilding page asks them about its home rows
    rebuilding: bool                # the reader follows more than 1,000: it reads home rows alone, may miss posts, and says so
    write: Optional[Active]         # what it writes of the reader IF the row is still the one that it read


def look(d, f, active, clock):
    """What a page does by the reader's row and its clock."""
    gap = active.gap if active and active.gap and active.gap[1] >= clock - RETENTION else None
    seen, many, safe, write = active.seen if active else clock, "many:" + f in d, active is not None and active.always, None
    again = clock + Switches.again if many else None
    if clock - seen > Switches.returns - Switches.before and not safe:
        gap = (min(seen, gap[0]) if gap and Switches.gaps == "united" else seen, clock + Switches.after)
        write = Active(clock, gap, many, again)
    elif many and gap and not safe and Switches.grown:
        write = active._replace(always=True, again=again)
    elif active is None or clock - seen > DAY:
        write = (active or Active(seen))._replace(seen=clock)
    rebuilding = many and (write is not None and write.again is not None or safe and active.again is not None or "rebuild:" + f in d)
    return Found(gap if rebuilding or not many else None, rebuilding, write)


def in_gap(found, tick):
    return found.gap is not None and found.gap[0] <= tick <= found.gap[1]


def page_items(d, f, found):
    """The ticks, posts and versions that a page of f shows, newest first."""
    items = []
    for p, truth in truths(d).items():
        if "recall:" + p in d or "hidden:" + f in d:
            continue
        copied, now_is = d.get(f"home:{f}:{p}"), truth[1] if is_live(truth) and "follow:" + f in d else None
        if in_gap(found, truth[2]) and found.rebuilding:
            shown = [now_is if Switches.checks_rows else copied] * (copied is not None)
        elif in_gap(found, truth[2]):
            shown = {"ignored": [now_is], "first": [copied or now_is], "shown": [now_is, copied]}[Switches.gap_rows]
        else:
            shown = [copied]
        items += [(truth[2], p, version) for version in shown if version is not None]
    return sorted(items, reverse=True)


def wrong_page(d, f, found):
    shown = {}
    for _, p, version in page_items(d, f, found):
        if p in shown:
            return f"a page shows {f} {p} twice"
        shown[p] = version
    for p, truth in truths(d).items():
        allowed = is_live(truth) and f"follow:{f}" in d
        if p in shown and not allowed:
            return f"a page shows {f} {p}, which is retracted, or {f} does not follow"
        must = in_gap(found, truth[2]) and Switches.gap_rows == "ignored" or due(d, f, p) and truth[2] >= now(d) + SKEW - RETENTION
        if allowed and must and (p in shown or not found.rebuilding) and shown.get(p) != truth[1]:
            return f"a page shows {f} {f'version {shown[p]}' if p in shown else 'nothing'} of {p}, which has version {truth[1]}"
    return None


def rows_of(d, f):
    """The reader's row, as pages may read it: strongly consistent."""
    return readable(d, "active:" + f, STALE if Switches.page_reads == "eventual" else -1)


def always(d):
    """What must be so in every state: each page that writes nothing, by what it may read and its clock, is right."""
    for f in "ab":
        for active in rows_of(d, f):
            for skew in SKEWS:
                found = look(d, f, active, now(d) + skew)
                if found.write and not Switches.digest_gap:
                    found = found._replace(gap=active and active.gap)
                wrong = wrong_page(d, f, found)
                if wrong:
                    return wrong
    return d.get("wrong")


def at_rest(d):
    """No job, recall, follow or rebuild is open. Home feeds may have anything in a gap: pages ignore it. Elsewhere they have no retracted post."""
    for f in "ab":
        gap = (row := d.get("active:" + f, ((-99, None),))[-1][1]) and row.gap
        for p, truth in truths(d).items():
            if not is_live(truth) and d.get(f"home:{f}:{p}") and not (gap and gap[0] <= truth[2] <= gap[1]):
                return f"{f}'s home feed keeps {p}, which is retracted"
    open_work = ("outbox:", "pair:", "recall:", "hidden:", "rebuild:", "calling:")
    return next((f"{k} stays for good" for k in d if k.startswith(open_work)), None)


@writes
def begin_page(d, f, name, skew):
    """Returns the reader's row, what the page goes by, and whether a second rebuild is due."""
    d["calling:" + name] = now(d)
    active = rows_of(d, f)[0]
    again = active is not None and active.again is not None and now(d) + skew > active.again
    return active, look(d, f, active, now(d) + skew), again


@writes
def write_active(d, f, read, row):
    """Writes the reader's row IF it is still the one that was read."""
    if d.get("active:" + f, ((-99, None),))[-1][1] != read:
        return False
    put(d, "active:" + f, row, STALE)
    return True


@writes
def show_page(d, f, name, found):
    d["calling:" + name] = None
    there = {k: v for k, v in d.items() if v is not None}
    d["wrong"] = wrong_page(there, f, found) or d.get("wrong")


@writes
def remove_again(d, f):
    row = d["active:" + f][-1][1]
    if row.again is not None:
        put(d, "active:" + f, row._replace(again=None), STALE)


@writes
def follow_many(d, f):
    d["many:" + f] = 1


@reads
def next_in_gap(d, f, cursor, skew):
    """A page of one post."""
    items = page_items(d, f, look(d, f, rows_of(d, f)[0], now(d) + skew))
    return next((item[:2] for item in items if cursor is None or item[:2] < cursor), None)


# ------------------------------------------------------------------ programs
@program
def time_passes(*steps):
    for units in steps:
        yield (pass_time, units)


@program
def put_away(skews, *calls):
    """Operators set, change or end A, each by a clock as it may be."""
    for days in calls:
        skew = yield (choose, *skews)
        yield (set_away, days, skew)


@program
def publish_tick(p, skews, *changes):
    """Publishes a post, by a clock as it may be, and edits or retracts it then."""
    skew = yield (choose, *skews)
    yield (publish_pushed, p, skew)
    yield ("goto", "deliver_awake", (p, *changes))


@program
def change_post(j, *changes):
    """Edits (e) or retracts (r) a post: each has a job."""
    yield (tx_edit_listed if j.startswith("e") else tx_retract_listed, post_of(j))
    yield ("goto", "deliver_awake", (j, *changes))


@program
def deliver_awake(j, *changes):
    eager = yield (choose, True, False)
    skew = yield (choose, *Switches.worker_skews)
    yield (fan_out_awake, j, eager, skew)
    if changes:
        yield ("goto", "change_post", changes)


@program
def follow_awake(*calls):
    for call in calls:
        eager = yield (choose, True, False)
        yield (tx_follow_listed, call[1], call[0] == "+")
        yield (bring_awake, call[1], eager)


@program
def grow(f):
    yield (follow_many, f)


@program
def page_of(f, name, skew):
    begun = yield (begin_page, f, name, skew)
    yield ("goto", "page_on", (f, name, *begun))


@program
def page_on(f, name, active, found, again):
    """A page of a reader. It begins the rebuilds of one who follows more than 1,000."""
    won = found.write is not None and (yield (write_active, f, active, found.write))
    if not won and not Switches.lost and found.write:
        found = found._replace(gap=active and active.gap)
    yield (show_page, f, name, found)
    if again or won and found.write.again not in (None, active and active.again):
        if again and Switches.rebuilds == "after":
            yield (remove_again, f)
        mine = yield (begin_rebuild, f)
        if again and Switches.rebuilds != "after":
            yield (remove_again, f)
        if mine:
            yield ("goto", "rebuild_home", (f,))


@program
def rebuild_home(f):
    posts = yield (read_feeds,)
    yield (end_rebuild, f, posts)


@program
def walk_gap(f, skew):
    yield (begin_walk, f)
    yield ("goto", "walk_gap_on", (f, skew, None, ()))


@program
def walk_gap_on(f, skew, cursor, shown):
    item = yield (next_in_gap, f, cursor, skew)
    if item:
        yield ("goto", "walk_gap_on", (f, skew, item, shown + item[1:]))
    yield (end_walk, f, shown)
