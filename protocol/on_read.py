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
For copies of truths:
                 copy:<api>      (as of, version of the post): what a process keeps
                 load:<api>      (when it began, whether a page after it may use it) while one is under way
                 commits         no store has it: when each version was written
                 answered:<api>  no store has it: the last version whose client has its answer from this API
"""
from explorer import Switches, choose, program, reads, writes
from model import advance_clock, is_live, post_of

AGE, SKEW = 1, 5                                             # 30 s (a copy of the list), 15 min (between two clocks); not to scale
TRUTH_AGE = 1                                                # 1 s, in cases that have no list


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
    known = first is not None and now(d) - first > AGE
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


# ------------------------------------------------------------------ copies of truths
@reads
def begin_page(d, api):
    """The oldest version that this page may show: changes at this API are seen once they are answered, others when they are older than
    a copy may be."""
    before = [k + 1 for k, at in enumerate(d["commits"]) if at < now(d) - TRUTH_AGE]
    return max(before + [d.get("answered:" + api, 1)])


@writes
def look_at_copy(d, api):
    """The version of the copy if that is young enough; else this page loads it, or waits for the load that is under way."""
    copy = d.get("copy:" + api)
    if copy and now(d) - copy[0] <= TRUTH_AGE:
        return copy[1]
    if d.get("load:" + api):
        return "wait"
    d["load:" + api] = (now(d), True)
    return "load"


@reads
def read_post(d):
    return len(d["commits"])


@writes
def end_load(d, api, version):
    began, usable = d["load:" + api]
    d["load:" + api] = None
    if usable:
        d["copy:" + api] = (began if Switches.from_begin else now(d), version)


@writes
def commit_change(d):
    d["commits"] += (now(d),)
    return len(d["commits"])


@writes
def drop_copy(d, api):
    d["copy:" + api] = None
    if d.get("load:" + api) and Switches.drops_load:
        d["load:" + api] = (d["load:" + api][0], False)


@writes
def answer(d, api, version):
    d["answered:" + api] = version


@writes
def show(d, api, version, oldest):
    if version < oldest:
        d["wrong"] = f"a page at {api} shows version {version}, which must be {oldest} or later"


@program
def page_by_copy(api):
    oldest = yield (begin_page, api)
    yield ("goto", "show_by_copy", (api, oldest))


@program
def show_by_copy(api, oldest):
    found = yield (look_at_copy, api)
    if found == "wait":
        yield ("goto", "show_by_copy", (api, oldest))
    if found == "load":
        found = yield (read_post,)
        yield (end_load, api, found)
    yield (show, api, found, oldest)


@program
def change_at(api):
    """A publication, an edit or a retraction: each is a later version of what pages show."""
    if Switches.drops == "before":
        yield (drop_copy, api)
    version = yield (commit_change,)
    if Switches.drops == "after":
        yield (drop_copy, api)
    yield (answer, api, version)
