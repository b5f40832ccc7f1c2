"""Pages of big authors, which are read from where they are written: a post says for good whether it is. A job of a pushed post, and what a
follow or unfollow writes, are one step each: the other cases have their steps. A page or publish goes by whatever a copy of the list of its
age may say.

Items, by key:   list            the author's row on the list and what was there before: (time of the write, "on", "off" or None), ...
                 truth:<post>    ("live", version, tick, is on-read) or ("gone", 0, tick, is on-read)
                 home:<user>:<post>  the version, of pushed posts only
                 outbox:<job>    the job of a pushed post, its edits and retraction; of an on-read post only that of its retraction
                 recall:<post>   while a retracted post may be in home feeds
                 follow, hidden, pair:<user>  as in model.py
                 lag:<user>      the follow row has changed, and an eventually consistent read does not see it
                 clock           no store has it: the right time; the unit is 30 s, for copies of truths 1 s
                 walk:<user>     no store has it: the posts that a walk must show
                 wrong           no store has it: what a page or a walk did wrong
For copies of truths. A version is what all changes up to then have made of the newest posts of an author, of the list, or of whom a reader
follows:
                 copy:<api>      (as of, version): what a process keeps; of whom a reader follows (as of, version, tick, when the tick was new)
                 load:<api>      (when it began, whether a page after it may use it) while one is under way
                 marks           when each notice of a change was put; of follows their number is the tick in the reader's row
                 polls:<api>     (from when on they have no gap, when the last one began, the notices that it has found)
                 distrust:<api>  a copy up to then holds by its age only
                 calling:<api>   no store has it: when a call began that ends within a unit
                 commits         no store has it: when each version was written
                 answered:<api>  no store has it: the last version whose client has its answer from this API
"""
from explorer import Switches, choose, program, reads, writes
from model import advance_clock, is_live, post_of

AGE, SKEW = 1, 5                                             # 30 s (a copy of the list), 15 min (between two clocks); not to scale
# In cases of copies: 1 s (a copy), 2 s (the last poll, and when pages show the changes of others), 5 s (between polls), 10 s (the life of a
# notice), 60 s (an author whose entry on the list is new). Not to scale, but as there TRUTH_AGE <= SHOWN < GAP < NOTICE and
# AGE + CALL + CALL <= NEW: a publisher's copy of the list, its call, and the read that finds the entry.
TRUTH_AGE, SHOWN, GAP, NOTICE = 1, 1, 2, 3
CALL, NEW = 1, 3


def now(d):
    return d.get("clock", 0)


# ------------------------------------------------------------------ the list
def copies(d, age):
    """What a copy of the list up to this age may say, oldest first. A write and a read of one moment may come in any order."""
    rows = d.get("list", ((0, None),))
    return [row for k, (_, row) in enumerate(rows) if k + 1 == len(rows) or rows[k + 1][0] >= now(d) - age]


def put_row(d, row):
    d["list"] = d.get("list", ((0, None),)) + ((now(d), row),)


@writes
def tx_list(d):
    """Lists the author, also again."""
    put_row(d, "on")


@writes
def tx_take_off(d):
    """The row stays."""
    put_row(d, "off" if Switches.row_stays else None)


@reads
def take_tick(d, skew):
    return now(d) + skew


@reads
def look_at_list(d, copy):
    """Whether a publisher marks its post by an old or a new copy of the list: the author is on it, and all pages know the row."""
    first = next((at for at, row in d.get("list", ()) if row), None)
    known = first is not None and now(d) - first > AGE - (Switches.seen == "begin")
    return copies(d, AGE)[0 if copy == "old" else -1] == "on" and (known or not Switches.seen)


# ------------------------------------------------------------------ posts and follows, each one transaction or one job
def on_read(truth):
    return truth[3]


def truths(d):
    return {k[6:]: v for k, v in d.items() if k.startswith("truth:")}


def settled(d, f, p):
    """Whether no job of p and no work of f's follow is open."""
    return "pair:" + f not in d and not any(k.startswith("outbox:") and post_of(k) == p for k in d)


def due(d, f, p):
    """Whether each page of f must show p, whatever its copy of the list says."""
    truth = d["truth:" + p]
    return f"follow:{f}" in d and is_live(truth) and (on_read(truth) or settled(d, f, p))


def narrow_walks(d):
    """After a change: a walk need not show what was away in between."""
    there = {k: v for k, v in d.items() if v is not None}
    for k in there:
        if k.startswith("walk:"):
            d[k] = tuple(p for p in d[k] if due(there, k[5:], p))


@writes
def tx_publish_listed(d, p, tick, marked):
    d["truth:" + p] = ("live", 1, tick, marked)
    if not marked:
        d["outbox:" + p] = 1


@writes
def tx_edit_listed(d, p):
    """An edit of an on-read post has no job."""
    truth = d.get("truth:" + p)
    if not is_live(truth):
        return "none"
    d["truth:" + p] = ("live", truth[1] + 1, *truth[2:])
    if on_read(truth):
        return "none"
    d["outbox:e" + p] = 1
    narrow_walks(d)
    return "e" + p


@writes
def tx_retract_listed(d, p):
    """The author feed keeps a tombstone. The retraction of an on-read post has a job, too: it cleans up."""
    if "truth:" + p not in d:
        return "none"
    d["truth:" + p] = ("gone", 0, *d["truth:" + p][2:])
    d["recall:" + p] = "on"
    d["outbox:r" + p] = 1
    narrow_walks(d)
    return "r" + p


@writes
def fan_out(d, j):
    """A job: of a pushed post to everybody, by what the truth says then; of an on-read post to nobody."""
    p, users = post_of(j), [k[7:] for k in d if k.startswith("follow:")]
    for f in () if on_read(d["truth:" + p]) else users:
        d[f"home:{f}:{p}"] = d["truth:" + p][1] if is_live(d["truth:" + p]) else None
    d["outbox:" + j] = None
    if j.startswith("r"):
        d["recall:" + p] = None


@writes
def tx_follow_listed(d, f, on):
    d["follow:" + f] = 1 if on else None
    d["hidden:" + f] = None if on else 1
    d["pair:" + f] = 1
    if Switches.stale_following:
        d["lag:" + f] = 1
    narrow_walks(d)


@writes
def bring_in_line(d, f):
    """What a follow or unfollow writes into the home feed."""
    for p, truth in truths(d).items():
        put = d.get("follow:" + f) and is_live(truth) and not (on_read(truth) and Switches.passes_over)
        d[f"home:{f}:{p}"] = truth[1] if put else None
    d["pair:" + f] = d["hidden:" + f] = None


@writes
def catch_up_following(d, f):
    d["lag:" + f] = None


# ------------------------------------------------------------------ pages by the list
def reads_truth(d, f, row, truth):
    """Whether a page of f, by this copy of the list, reads the post from the author feed: also of an author who was taken off."""
    return row is not None and f"follow:{f}" in d and f"lag:{f}" not in d and on_read(truth)


def page_items(d, f, row):
    """The ticks, posts and versions that a page of f shows by this copy of the list, newest first."""
    items = []
    for p, truth in truths(d).items():
        if "recall:" + p in d or "hidden:" + f in d:
            continue
        copied = d.get(f"home:{f}:{p}")
        if copied:
            items.append((truth[2], p, copied))
        if reads_truth(d, f, row, truth) and is_live(truth):
            items.append((truth[2], p, truth[1]))
    return sorted(items, reverse=True)


def wrong_page(d, f, row):
    shown = {}
    for _, p, version in page_items(d, f, row):
        if p in shown:
            return f"a page shows {f} {p} twice"
        shown[p] = version
    for p, truth in truths(d).items():
        allowed = is_live(truth) and f"follow:{f}" in d
        if p in shown and not allowed:
            return f"a page shows {f} {p}, which is retracted, or {f} does not follow"
        if allowed and (due(d, f, p) or reads_truth(d, f, row, truth)) and shown.get(p) != truth[1]:
            return f"a page shows {f} {f'version {shown[p]}' if p in shown else 'nothing'} of {p}, which has version {truth[1]}"
    return None


def always(d):
    """What must be so in every state: each page, by each copy of the list that it may go by, is right."""
    pages = ((f, row) for f in "ab" for row in copies(d, Switches.page_age))
    return d.get("wrong") or next(filter(None, (wrong_page(d, f, row) for f, row in pages)), None)


def at_rest(d):
    """Home feeds have exactly the pushed posts; no job, recall or follow is open."""
    for f in "ab":
        for p, truth in truths(d).items():
            put = f"follow:{f}" in d and is_live(truth) and not on_read(truth)
            if d.get(f"home:{f}:{p}") != (truth[1] if put else None):
                return f"{f}'s home feed has {d.get(f'home:{f}:{p}')} of {p}, which is {truth}"
    return next((f"{k} stays for good" for k in d if k.startswith(("outbox:", "pair:", "recall:", "hidden:", "load:"))), None)


@writes
def begin_walk(d, f):
    d["walk:" + f] = tuple(p for p in truths(d) if due(d, f, p))


@reads
def next_item(d, f, cursor, copy):
    """A page of one post, by an old or a new copy of the list."""
    usable = copies(d, Switches.page_age)
    items = page_items(d, f, usable[0 if copy == "old" else -1])
    return next((item[:2] for item in items if cursor is None or item[:2] < cursor), None)


@writes
def end_walk(d, f, shown):
    missed = [p for p in d["walk:" + f] if p not in shown]
    d["walk:" + f] = None
    if missed:
        d["wrong"] = f"a walk of {f} shows {', '.join(shown)}, and misses {', '.join(missed)}"
    elif len(set(shown)) < len(shown):
        d["wrong"] = f"a walk of {f} shows {', '.join(shown)}"


# ------------------------------------------------------------------ programs
@program
def time(end):
    for _ in range(end):
        yield (advance_clock,)


@program
def switch(*calls):
    """Operators, one call after another."""
    for call in calls:
        yield (tx_list if call == "list" else tx_take_off,)


@program
def publish_listed(p, skews):
    """By a clock and a copy of the list as they may be. Time may pass at any step."""
    skew = yield (choose, *skews)
    copy = yield (choose, "old", "new")
    marked = yield (look_at_list, copy)
    tick = yield (take_tick, skew)
    yield ("goto", "publish_marked", (p, tick, marked))


@program
def publish_marked(p, tick, marked):
    yield (tx_publish_listed, p, tick, marked)
    if not marked:
        yield (fan_out, p)


@program
def edit_listed(p):
    j = yield (tx_edit_listed, p)
    if j != "none":
        yield (fan_out, j)


@program
def retract_listed(p):
    j = yield (tx_retract_listed, p)
    if j != "none":
        yield (fan_out, j)


@program
def follow_listed(*calls):
    for call in calls:
        yield (tx_follow_listed, call[1], call[0] == "+")
        if Switches.stale_following:
            yield (catch_up_following, call[1])
        yield (bring_in_line, call[1])


@program
def walk(f):
    yield (begin_walk, f)
    yield ("goto", "walk_on", (f, None, ()))


@program
def walk_on(f, cursor, shown):
    copy = yield (choose, "old", "new")
    item = yield (next_item, f, cursor, copy)
    if item:
        yield ("goto", "walk_on", (f, item, shown + item[1:]))
    yield (end_walk, f, shown)


# ------------------------------------------------------------------ copies of truths, and notices of changes
def oldest_right(d, api):
    """The oldest version that a page of now may show: changes at this API are seen once they are answered, others after a time."""
    before = [k + 1 for k, at in enumerate(d["commits"]) if at < now(d) - SHOWN]
    return max(before + [d.get("answered:" + api, 1)])


def covered_by_polls(d, api):
    """From when on the polls of notices cover all changes; None: the last one is too old."""
    chain, last, _ = d.get("polls:" + api, (None, None, ()))
    return chain if last is not None and (now(d) - last <= SHOWN or not Switches.poll_age) else None


def check(d, api, version, oldest):
    if version < oldest:
        d["wrong"] = f"a page at {api} shows version {version}, which must be {oldest} or later"


@reads
def begin_page(d, api):
    return oldest_right(d, api), covered_by_polls(d, api)


@reads
def begin_at_copy(d, api):
    return oldest_right(d, api), d.get("copy:" + api)


@reads
def look_at_polls(d, api):
    return covered_by_polls(d, api)


@writes
def look_at_copy(d, api, oldest, covered, copy):
    """Shows the copy if that is young enough, or covered by polls; else this page loads it, or waits for the load that is under way."""
    copy = copy or d.get("copy:" + api)
    if copy and (now(d) - copy[0] <= TRUTH_AGE or covered is not None and copy[0] > d.get("distrust:" + api, -9)
                 and (copy[0] >= covered or not Switches.in_chain)):
        check(d, api, copy[1], oldest)
        return "shown"
    if d.get("load:" + api):
        return "wait"
    d["load:" + api] = (now(d), True)
    return "load"


@reads
def read_now(d):
    return len(d["commits"])


@writes
def end_load(d, api, version, oldest):
    began, usable = d["load:" + api]
    d["load:" + api] = None
    if usable:
        d["copy:" + api] = (began if Switches.from_begin else now(d), version)
    check(d, api, version, oldest)


@writes
def put_mark(d, api):
    """The notice of a change, or the tick of a follow. If reads find a transaction in parts, they find the rest within a call."""
    d["marks"] = d.get("marks", ()) + (now(d),)
    if Switches.mark == "parts":
        d["calling:" + api] = now(d)


@writes
def commit_change(d, api, marked):
    d["commits"] += (now(d),)
    d["calling:" + api] = None
    if marked:
        d["marks"] = d.get("marks", ()) + (now(d),)
    return len(d["commits"])


def drop_load(d, api):
    if d.get("load:" + api) and Switches.drops_load:
        d["load:" + api] = (d["load:" + api][0], False)


@writes
def drop_copy(d, api):
    d["copy:" + api] = None
    drop_load(d, api)


@writes
def answer(d, api, version):
    if Switches.drops == "after":
        drop_copy(d, api)
    d["answered:" + api] = version


@reads
def read_notices(d):
    """When it began, and the notices of then. Other APIs saw each at once, and delete it as early as they may."""
    return now(d), tuple(k for k, at in enumerate(d.get("marks", ())) if now(d) - at < NOTICE)


def count_poll(d, api, began, end, notices):
    chain, last, _ = d.get("polls:" + api, (None, None, ()))
    if last is None or Switches.gaps_count and end - last > GAP:
        chain = began
    d["polls:" + api] = (chain, began if Switches.poll_from == "begin" else end, notices)


@writes
def take_up(d, api, began, notices):
    """Drops what new notices tell of, also a load that is under way. Returns whether the poll first reads it again."""
    new = set(notices) - set(d.get("polls:" + api, (None, None, ()))[2])
    if new and Switches.on_notice in ("drop", "read"):
        (drop_copy if Switches.on_notice == "drop" else drop_load)(d, api)
    if new and Switches.settles is not None:
        d["distrust:" + api] = now(d) + Switches.settles
    copy = d.get("copy:" + api)
    if Switches.on_notice == "read" and copy and (new or copy[0] <= d.get("distrust:" + api, -9)):
        return True
    count_poll(d, api, began, now(d), notices)
    return False


@writes
def put_read(d, api, version, began, notices):
    if d.get("copy:" + api):
        d["copy:" + api] = (began, version)
    count_poll(d, api, began, now(d), notices)


@writes
def begin_unnoticed(d, api):
    """A publisher puts no notice if its copy of the list does not have the author. Returns whether that may be."""
    if None in copies(d, AGE):
        d["calling:" + api] = now(d)
        return True
    return False


@program
def poll(api, polls):
    began, notices = yield (read_notices,)
    if (yield (take_up, api, began, notices)):
        version = yield (read_now,)
        yield (put_read, api, version, began, notices)
    if polls > 1:
        yield ("goto", "poll", (api, polls - 1))


@program
def page_by_copy(api, pages=1):
    """Pages, one after another. Each asks how far the polls are before it takes the copy."""
    if Switches.looks_first == "copy":
        oldest, copy = yield (begin_at_copy, api)
        covered = yield (look_at_polls, api)
    else:
        (oldest, covered), copy = (yield (begin_page, api)), None
    yield ("goto", "show_by_copy", (api, oldest, covered, copy, pages))


@program
def show_by_copy(api, oldest, covered, copy, pages):
    found = yield (look_at_copy, api, oldest, covered, copy)
    if found == "wait":
        yield ("goto", "show_by_copy", (api, oldest, covered, None, pages))
    if found == "load":
        version = yield (read_now,)
        yield (end_load, api, version, oldest)
    if pages > 1:
        yield ("goto", "page_by_copy", (api, pages - 1))


@program
def change_at(api):
    """A publication, an edit or a retraction; a follow or an unfollow. Who calls again after a call that died finds the change done."""
    if Switches.drops == "before":
        yield (drop_copy, api)
    if Switches.mark in ("before", "parts"):
        yield (put_mark, api)
    version = yield (commit_change, api, Switches.mark == "in")
    if Switches.mark == "after" and (yield (choose, "lives", "dies")) == "lives":
        yield (put_mark, api)
    if api == "x":                                            # where the pages are
        yield (answer, api, version)


@program
def publish_unnoticed(api):
    if (yield (begin_unnoticed, api)):
        yield (commit_change, api, False)


# ------------------------------------------------------------------ copies of whom a reader follows, by a tick
@reads
def read_reader(d, api):
    return oldest_right(d, api), len(d.get("marks", ()))


@writes
def look_by_tick(d, api, oldest, tick):
    """Shows the copy, or returns when the load begins."""
    copy = d.get("copy:" + api)
    if copy and (copy[2] == tick or not Switches.by_tick) and (now(d) - copy[0] <= TRUTH_AGE or not Switches.copy_ends) \
            and (Switches.settles is None or copy[0] > copy[3] + Switches.settles):
        check(d, api, copy[1], oldest)
        return None
    return now(d)


@writes
def keep_by_tick(d, api, oldest, tick, began, version):
    copy = d.get("copy:" + api)
    d["copy:" + api] = (began, version, tick, copy[3] if copy and copy[2] == tick else began)
    check(d, api, version, oldest)


@program
def page_by_tick(api, pages=1):
    oldest, tick = yield (read_reader, api)
    began = yield (look_by_tick, api, oldest, tick)
    if began is not None:
        version = yield (read_now,)
        if Switches.tick_read == "after":
            _, tick = yield (read_reader, api)
        yield (keep_by_tick, api, oldest, tick, began, version)
    if pages > 1:
        yield ("goto", "page_by_tick", (api, pages - 1))
