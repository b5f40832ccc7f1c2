"""The cases: small worlds, of which those that must hold are explored whole, and those that must fail lack one mechanism.

Results, in the order of this file, are in results.txt. README.md says how to read a case.
"""
import dormant
import early_design  # noqa: F401 (registers its programs)
import on_read
from explorer import Switches
from model import Job, NEW_JOB, Receipt, USERS, admits, home_item, is_live, is_looked_at, own_job, post_of

MAX_STATES = 3_000_000

CORRECTED = dict(
    slice_size=1,                   # recipients of a slice
    early_design=False,             # publish, plan, deliver and close as in early_design.py
    # publish and close
    outbox_until_complete=True,     # the job's outbox row stays until the job completes; else only until its plan is sent
    idempotency_condition=True,     # the idempotency record is written IF absent; else it is read before
    finish_condition=True,          # a slice is finished IF pending contains it
    # plan
    adopt_bounds=True,              # a planner that finds a slice row goes by the row's bounds
    inline="none",                  # "atomic": a job of one slice is delivered by its plan and completed in one transaction
    redo_inline=True,               # a redelivered plan writes again what it may have written inline, if the post has changed;
                                    # "unplanned": only if its job has no slices
    batch_size=2,                   # slice messages of a request; the first goes at once
    overtaken_again=True,           # an inline delivery that cannot go on, and which another plan overtook, goes on as a repeated plan
    max_pending=9,                  # a plan that sees this number of pending slices continues in a new message
    resend_pending=True,            # a redelivered plan sends the pending slices again
    failures=False,                 # a planner asks at each step whether it fails there
    pauses="continue",              # a plan that pauses continues in a new message; "again": which sends the pending slices again
    reads_ahead=False,              # a plan may read the next followers beside the put of a slice, or beside its update of the job; they
                                    # count if the slice ends where they begin; "any": always
    batch_lost="",                  # where an unsent batch is forgotten: "end", "continue", "overtaken"
    supersede="plan",               # a permission job whose change is not the last closes: "plan" on its first receipt, "again" on
                                    # any, "slice" in slices as well
    # deliver
    read_before=True,               # a slice reads the truth before its writes
    read_after=True,                # a slice reads the truth after its writes, and repeats until it is unchanged
    check_follows="reconcile",      # a slice checks after its writes who follows: "no", "delete", "reconcile" (reads again)
    check_follows_before=False,     # a slice checks before its writes who follows
    skip_done="first",              # a done slice of an unchanged post is acknowledged unseen: "first" receipt only; "named": that of
                                    # a permission job as well, while the truth names it; True: always
    trust_first_permissions=True,   # until permissions change, the post's own job deletes from no home feed
    deadline=False,                 # a handler stops before its message is delivered again
    times_out=False,                # a delivery asks at each write, and after those for leavers, whether it is out of time there
    life=0,                         # after this number of writes, or slices that are sent again, a handler is out of time; 0: never
    refuses=False,                  # a delivery asks at each write whether the table refuses it there; then it goes on with the next one
    settle="",                      # what counts as settled when a delivery does not end: "unread" without the second read, "leavers"
                                    # before those who left are cleared, "midway" while they are, "position" all before the last that
                                    # is written, "adopted" also if its slice is another plan's
    positions=True,                 # a message that continues says what is left; else the work starts over
    page_size=9,                    # users that are read at once from the range of a slice that is sent again
    redeliver="slice",              # a redelivered plan writes again to the first followers, a slice's worth; "older": of those who
                                    # followed before, and those in between; "all": to all
    message_size=9,                 # recipients that fit into a message: an inline delivery that becomes a slice may have more
    redrive="",                     # after max_receives an operator sends the message again: "attempt" as a later attempt, "same"
    looks=False,                    # a plan or slice that is received again comes once more when the handlers of then are gone, and is
                                    # handled if the truth is not that of its job: True; "receipt": if it is not yet then; "early": at any
                                    # time; "posts": only plans and slices
    looks_unanswered=True,          # so does one of whose writes one got no answer
    counts_receipts=True,           # a message says that it was received before
    # follow, unfollow, block
    ends_late=True,                 # the end of an unfollow ends again what an import wrote late
    reconcile=True,                 # follow and unfollow are one routine that reads and writes; else backfill and purge
    reconcile_read_after=True,      # it reads again after its writes
    follow_outbox=True,             # a follow's or unfollow's transaction writes an outbox row, deleted at the end of the routine
    send_before_follow=False,       # a follow's message is sent before its row is written
    purge_checks=False,             # a purge reads the follow row first
    stale_followers=False,          # the Query for followers is eventually consistent
    second_look=False,              # an unfollow looks again when no handler of a young slice lives that was sent before; "early": when
                                    # the handlers from before the unfollow are gone; "gone": only if the user does not follow again
    old_checks=True,                # from then on a slice that was sent before checks before its writes who follows
    eventual="",                    # the look of an unfollow whose read of the home feed may miss a row: "first", "last"
    one_reader="",                  # these followers are one reader's follows of several authors: their items are in one home feed
    later_ends=True,                # a look of an unfollow ends at its beginning if the hidden row is another unfollow's
    absent_ends=False,              # so does one that finds no hidden row, also if the user follows again
    covers="seen",                  # an unfollow walks also for the hidden authors that its look before has seen; "all": for those that it
                                    # sees; "anew": for those that each of its messages sees
    found_only=False,               # an unfollow whose user follows again corrects only what it finds
    feed_page=9,                    # items of a home feed that an unfollow handles in a message
    old_clears=False,               # an old slice deletes the item of those who do not follow, as leavers; else it passes over them
    rebuild_read_after=True,        # a rebuild reads again after its writes
    rebuild_redo=True,              # a rebuild's message that was received before is handled also if the rebuild is complete
    authors=1,                      # whom the user follows; a rebuild handles one in a message
    rebuild_wins=True,              # a rebuild's message that does not move the row on sends no other one
    hides=True,                     # an unfollow writes a hidden row in its transaction
    hidden_tick=True,               # the end of an unfollow deletes the hidden row IF it is that of this unfollow
    follow_checks_block=True,       # a follow is conditional on no block
    import_checks="both",           # an import, which writes without a condition, reads blocks "before" its writes, "after" them, or "both"
    # edit, retract, change of permissions
    keep_tombstone=True,            # retract keeps the author feed item, marked as gone
    refuse_tombstone=True,          # a change of permissions is refused IF the post is retracted
    change_waits=False,             # the plan of an edit or a retraction waits until the post's own job is COMPLETE
    recalls=True,                   # retraction and narrowing put a recall, by which pages hide the post
    recall_by_named=True,           # only the job of the last change ends it
    recall_outlasts="redelivery",   # pages go by an ended recall until "handlers" from before are gone, and messages of those that died
                                    # are received again; "looks": and looked at again; "requeues": and slices
                                    # that are requeued are handled; "": not at all
    permission_job=True,            # a change of permissions has a job
    # watermark; the unit of time is 5 s
    marks=False,                    # publish and edit take time: their ticks are from before their commits
    max_call=1,                     # the longest call from its tick to its commit
    late=0,                         # how late the clock of the API is
    margin=2,                       # a note is at most this time before its read began: the longest call, and clocks
    horizon=0,                      # a sweep reads only jobs that are older than this
    note_ends=True,                 # a note is at most where its read ended
    open_holds=True,                # a note is at most the tick of the oldest open job; a sweep that passes over a row knows no better
    sweep_page=9,                   # outbox rows that a sweep reads at once
    follow_row=False,               # the shards have a row of a follow, which is older than all jobs and holds no note
    read_to_end=True,               # a shard has a note only if it was read to the end
    stale_sweep=False,              # a sweep's read may miss rows: it is eventually consistent
    least_shard=True,               # of the shards the least note counts; else the greatest
    every_shard=True,               # without a note of a shard a page claims nothing
    notes_first=True,               # a page takes the notes before its own reads
    names=True,                     # a note names the author of the oldest open job: that author's jobs hold only the pages of followers
    oldest=True,                    # it has the tick of the oldest of these, else of the last
    follows_read="after",           # a page reads whether its reader follows named authors "after" it takes the notes, or "before"
    listed_hold=True,               # the jobs of named authors whom the reader follows hold its claim
    strangers=False,                # a claim speaks to those who followed when the post's call began, and ever since
    # big authors, read from where they are written; the unit of time is 30 s
    seen=True,                      # a publisher marks only if the list has had the author for longer than a copy of it may be old;
                                    # "begin": since the begin of the read that found the author
    page_age=on_read.AGE,           # a page goes by a copy of the list up to this age
    row_stays=True,                 # the row of an author who is taken off stays on the list
    passes_over=True,               # a follow puts no on-read post
    stale_following=False,          # a page's read of whom its reader follows is eventually consistent
    # a process's copy of truths; the unit of time is 1 s
    drops="after",                  # a change at this API drops the copy: "after" or "before" its transaction, "" not at all
    drops_load=True,                # the load under way as well
    from_begin=True,                # the age of a copy counts from the begin of its load
    mark="",                        # a change puts its notice or tick "in" its transaction, "before" or "after" it; "parts": in it, and
                                    # reads may find that part before the others
    on_notice="drop",               # a new notice drops the copy and the load under way; "read": it drops the load, and the poll reads
                                    # again; "": neither
    settles=None,                   # a copy from before this time after a notice holds by its age only
    gaps_count=True,                # polls that are too far apart cover nothing in between
    in_chain=True,                  # a copy from before the polls is not covered by them
    poll_age=True,                  # no copy is covered if the last poll is too old
    poll_from="begin",              # a poll covers what was there at its "begin", or "end"
    looks_first="polls",            # a page asks how far the polls are before it takes the copy; "copy": after it
    by_tick=True,                   # a page uses a copy of whom its reader follows only under the tick that it has read
    tick_read="before",             # it keeps one under the tick that it has read "before" the load, or "after"
    copy_ends=True,                 # such a copy has an end
    # dormant readers; the unit of time as for big authors
    from_lead=dormant.LONG,         # slices go by a new A this time after its write
    from_by="tick",                 # those of posts from then on, by their "tick"; "clock": of all posts
    follow_passes=True,             # a follow brings no post that slices pass over
    decides="tick",                 # a slice passes over a reader by the post's "tick", or by the "clock"
    passes_rowless=False,           # slices pass over readers who have no row
    worker_skews=(0,),              # the clocks by which workers note readers who have no row
    memory="",                      # a worker remembers what it has read of readers: "seen"; "dormant": that one is dormant
    returns=dormant.MIN,            # a page is a return if the reader was away for this time,
    before=dormant.LONG,            # less this one
    after=dormant.LONG,             # its gap ends this time after it
    gaps="united",                  # a gap and the one before are "united"; "last": the last one counts
    gap_rows="ignored",             # home rows in a gap: "first" they go before the author feeds, "shown" beside them
    lost=True,                      # a page goes by its gap also if another page has changed the reader's row
    digest_gap=True,                # so does a page that writes nothing (?seen=false)
    page_reads="strong",            # pages read the reader's row strongly consistent, or "eventual"
    grown=True,                     # who follows more than 1,000 only when a gap is there is rebuilt as on a return
    page_call=dormant.CALL,         # how long a page takes
    again=dormant.LONG,             # who follows more than 1,000: the second rebuild begins this time after the return
    rebuilds="own",                 # it is a rebuild of its "own", or is "joined" with one under way; "after" the mark of it is removed
    checks_rows=True,               # until then pages ask the author feeds about home rows in the gap
)
EARLY_DESIGN = dict(CORRECTED, early_design=True, outbox_until_complete=False)
EARLY_SWITCHES = dict(
    pending_first=True,             # pending is written before the slice row
    planner_closes=True,            # the planner closes a job that has nothing pending
    remover_closes=False,           # only the handler that removes the last pending number closes
    done_once=True,                 # a slice row that is DONE stays as it is
    skipped_is_the_rest=True,       # skipped = expected - delivered
)


class Case:
    """A world to explore. Beside the switches:

    followers      who follows when it begins; stayers: who follows throughout (default: all of them)
    clients        the calls, one process each: ("edit", "p"), ("follow", "-a", "+a"), ...
    posted         each post of `posts` has been published and its plan has been sent; else a client publishes
    crashes, duplicates, early_sweeps, answers_lost   the adversary's budgets
    crash_kinds    who may crash: w worker, a API (then a relay exists), r system
    messages       what the queue has when it begins, instead of the plans of `posts`
    workers        handlers at once
    max_receives   then a message goes to the dead-letter queue; 0: never
    at_most        ("put_home", "delete_home", 3): at most three of these writes, or messages, on any path
    check_pages    no page ever shows what its reader may not see, whatever is in the home feed
    checks         a module whose always and at_rest take the place of those here
    """

    def __init__(self, name, why, expect, base, followers="ab", clients=(), posted=True, posts="p", stayers=None, crashes=0,
                 duplicates=0, early_sweeps=0, answers_lost=0, workers=2, max_receives=0, crash_kinds="w", sweep=True, check_unfollowed=True,
                 check_pages=False, one_post=False, at_most=None, db=None, messages=None, checks=None, **switches):
        self.name, self.why, self.expect = name, why, expect
        self.switches = {**EARLY_SWITCHES, **base, **switches}
        unknown = switches.keys() - CORRECTED.keys() - EARLY_SWITCHES.keys()
        assert not unknown, f"{name}: {unknown}"
        self.clients = [(c[0], tuple(c[1:])) for c in clients]
        self.crashes, self.duplicates, self.early_sweeps, self.answers_lost = crashes, duplicates, early_sweeps, answers_lost
        self.workers, self.max_receives = workers, max_receives
        self.crash_kinds, self.sweep, self.relay = crash_kinds, sweep, "a" in crash_kinds
        self.stayers = followers if stayers is None else stayers
        self.check_unfollowed, self.check_pages, self.one_post, self.at_most = check_unfollowed, check_pages, one_post, at_most
        self.checks = checks
        self.db = {"counters": (0, 0), **{"follow:" + f: 1 for f in followers}}
        self.messages = []
        for p in posts if posted else ():
            self.db["truth:" + p] = ("live", 1)
            self.db["job:" + p] = NEW_JOB
            if self.switches["outbox_until_complete"]:
                self.db["outbox:" + p] = ("plan", p)
            self.messages.append(("plan", p))
        self.db["answers lost"] = answers_lost or None
        self.db.update(db or {})
        self.db = {k: v for k, v in self.db.items() if v is not None}
        self.messages = messages or self.messages

    def apply_switches(self):
        for name, value in self.switches.items():
            setattr(Switches, name, value)

    def handler(self, body, received, old):
        """The program for a message, its arguments, and whether something depends on the number of its receipts.
        received: the message was received before. old: it may have been sent longer ago than a handler lives."""
        work, again, old = (body[2], True, True) if body[0] == "look" else (body, received, old)
        name, args, counts = self.program(work, again, old)
        if body[0] == "look":
            name, args = "look", (work, name, args)
        if is_looked_at(work) and received and Switches.counts_receipts:
            name, args = "received_again", (work, name, args)
        return name, args, counts or is_looked_at(work)

    def look_after(self, body):
        """The message that a handler sends at its end if one of its writes got no answer; None: it sends none."""
        work = body[2] if body[0] == "look" else body
        return ("look", None, work) if Switches.looks_unanswered and is_looked_at(work) else None

    def program(self, body, again, old):
        name, args = body[0], tuple(body[1:])
        if name == "plan" and Switches.early_design:
            return "early_plan", args, False
        if name == "plan":
            job, m = args[0], Receipt(*args[1:])
            counts = Switches.inline == "atomic" or bool(Switches.supersede) and not own_job(job)
            return name, (job, m._replace(again=m.again or again or not counts)), counts and not m.again
        if name == "slice":
            counts = Switches.skip_done in ("first", "named")
            return name, args + (again or not counts, old), counts
        if name == "rebuild":
            return name, args + (again,), Switches.rebuild_redo
        return name, args, self.check_pages and name == "reconcile"

    def redriven(self, body):
        """The message that a redrive sends: a later attempt, or the same again."""
        if Switches.redrive == "attempt" and body[0] == "slice":
            return body[:6] + (body[6] or 0,)
        if Switches.redrive == "attempt" and body[0] == "plan":
            return body[:2] + (body[2:3] == (True,), True)
        return body

    def open_jobs(self, d):
        if Switches.early_design:
            return [k[4:] for k, v in d.items() if k.startswith("job:") and v.state != "COMPLETE"]
        return [k[7:] for k in d if k.startswith("outbox:")] + [k for k in d if k.startswith("pair:")]

    def always(self, d):
        """What must be so in every state; returns what is wrong, or None."""
        if self.checks:
            return self.checks.always(d)
        complete = [(k[4:], v) for k, v in d.items() if k.startswith("job:") and v.state == "COMPLETE"]
        for j, b in complete:
            if b.delivered + b.skipped != b.expected or b.skipped < 0:
                return f"COMPLETE with delivered {b.delivered} + skipped {b.skipped} != expected {b.expected}"
            truth = d.get("truth:" + j)
            if own_job(j) and is_live(truth) and len(truth) == 2:
                for f in self.stayers:
                    if f"home:{f}:{j}" not in d:
                        return f"COMPLETE, but {f}, who followed throughout, has no item"
            if Switches.early_design:
                s = sum(v[4] for k, v in d.items() if k.startswith(f"slice:{j}:"))
                if s != b.delivered:
                    return f"the slice rows count {s} delivered, the closed job and the author's counters {b.delivered}"
        own = [b for j, b in complete if own_job(j)]
        expected = (len(own), sum(b.delivered for b in own))
        if d["counters"] != expected:
            return f"the author's counters are {d['counters']}, not {expected}"
        wrong = next(filter(None, (self.false_claim(d, *claim) for claim in d.get("claims", ()))), None)
        if wrong:
            return wrong
        return self.wrong_page(d) if self.check_pages else None

    @staticmethod
    def false_claim(d, f, until, items):
        """What a page said of a follower who followed throughout. It is refuted also by what commits after the page was read."""
        for p, truth in ((k[6:], v) for k, v in d.items() if k.startswith("truth:")):
            last = max(v for k, v in d.items() if k.startswith("tick:") and post_of(k) == p)
            if f in d.get("since:" + p, f) and is_live(truth) and last < until and dict(items).get(p) != home_item(truth):
                return f"a page of {f} is complete until {until}, but of {p}, last changed at {last}, it has {dict(items).get(p)}"
        return None

    @staticmethod
    def wrong_page(d):
        """A page leaves out authors that are hidden; with a recall it asks the truth. It does not ask who blocks its reader: a block
        ends the follow, which hides the author. (Authors whom the reader blocks are in the reader's own rows, and left out.)"""
        for k in d:
            if k.startswith("home:"):
                f, p = k.split(":")[1:]
                if f"hidden:{f}" in d:
                    continue
                if f"block:{f}" in d:
                    return f"a page shows {f} a post of an author who blocks {f}"
                truth = d.get("truth:" + p)
                if f"follow:{f}" not in d:
                    return f"a page shows {f} a post after the unfollow"
                if f"recall:{p}" not in d and not (is_live(truth) and admits(truth, f)):
                    return f"a page shows {f} a post that is retracted or not for {f}"
        return None

    def at_rest(self, d):
        """What must be so once nothing can move without the adversary; returns what is wrong, or None."""
        if self.checks:
            return self.checks.at_rest(d)
        for k, b in d.items():
            if k.startswith("job:") and b.state != "COMPLETE":
                return f"job {k[4:]} never completes: {b}"
        posts = {k.split(":")[1] for k in d if k.startswith(("truth:", "post:"))}
        for p in sorted(posts):
            wrong = next(filter(None, (self.wrong_item(d, p, f) for f in USERS)), None)
            if wrong:
                return wrong
        left = next((k for k in d if k.startswith(("pair:", "rebuild:"))
                     or self.check_pages and k.startswith(("recall:", "hidden:"))), None)
        if left:
            return f"{left} stays for good"
        if any(f"block:{f}" in d and f"follow:{f}" in d for f in USERS):
            return "a follow in spite of a block stays for good"
        if any(d.get("follow:" + f) == "late" for f in USERS):
            return "a follow in spite of a later unfollow stays for good"
        if self.one_post and len(posts) != 1:
            return f"{len(posts)} posts for one Idempotency-Key"
        return None

    def wrong_item(self, d, p, f):
        truth, item, on = d.get("truth:" + p), d.get(f"home:{f}:{p}"), f"follow:{f}" in d
        live = is_live(truth) and "post:" + p not in d
        if item is None:
            return f"{f} follows and misses the post for good" if on and live and admits(truth, f) else None
        if not live:
            return f"the retracted post stays in {f}'s home feed for good"
        if not on and self.check_unfollowed:
            return f"{f} does not follow, the item stays for good"
        if not admits(truth, f):
            return f"{f} keeps a post that it may not read for good"
        if item != home_item(truth):
            return f"{f} keeps version {item}, the post has version {truth[1]}"
        return None


def holds(name, why, **arguments):
    return Case(name, why, True, CORRECTED, **arguments)


def fails(name, why, **arguments):
    return Case(name, why, False, CORRECTED, **arguments)


def early_holds(name, why, **arguments):
    return Case(name, why, True, EARLY_DESIGN, **arguments)


def early_fails(name, why, **arguments):
    return Case(name, why, False, EARLY_DESIGN, **arguments)


# The first plan of p delivered inline to a, late, and died. Before that another plan made slices for a and b, which are done, and the
# permissions were narrowed to c.
OVERTAKEN = dict(
    db={"truth:p": ("live", 1, "c", 1), "home:a:p": 1, "outbox:p": None, "counters": (1, 2),
        "job:p": Job("COMPLETE", 2, 2, (), 2, 0), "slice:p:1": ("a", "a", 1), "slice:p:2": ("b", "b", 1),
        "job:n1p": Job("COMPLETE", 2, 0, (), 0, 2)},
    messages=[("plan", "p", False, True)])

# The job of p is complete: with the item in the home feed of a, and after that was emptied.
EMPTIED = {"truth:p": ("live", 1), "job:p": Job("COMPLETE", 1, 0, (), 1, 0), "counters": (1, 1), "outbox:p": None}
DELIVERED = {**EMPTIED, "home:a:p": 1}

# The plan of a superseded job is received again: its first handler may have delivered inline.
SUPERSEDED = dict(
    followers="abc", posts="", slice_size=2, inline="atomic",
    db={"truth:p": ("live", 3, "*", 2), "home:a:p": 3, "home:b:p": 1, "home:c:p": 3, "job:e1p": Job("COMPLETE", 0, 0, (), 0, 0)},
    messages=[("plan", "e1p", False, True)])

# Slice 1 was planned for a; now its range has others as well.
GROWN = dict(
    followers="abc", posts="",
    db={"truth:p": ("live", 1), "outbox:p": ("plan", "p"), "slice:p:1": ("a", "c", 1),
        "job:p": Job("DELIVERING", 1, 1, (1,), 0, 0)},
    messages=[("slice", "p", 1, (), "", None, None)])
DELIVERED_PQ = {**DELIVERED, "truth:q": ("live", 1), "job:q": Job("COMPLETE", 1, 0, (), 1, 0), "home:a:q": 1, "counters": (2, 2)}
# One reader follows two authors, a and b, and has their items; HIDDEN_AB: has unfollowed both.
SHARED = dict(one_reader="ab", stayers="", second_look=True, check_pages=True)
DELIVERED_AB = {**DELIVERED, "job:p": Job("COMPLETE", 2, 0, (), 2, 0), "home:b:p": 1, "counters": (1, 2)}
DELIVERED_PQ_AB = {**DELIVERED_AB, "truth:q": ("live", 1), "job:q": Job("COMPLETE", 2, 0, (), 2, 0), "home:a:q": 1, "home:b:q": 1,
                   "counters": (2, 4)}
LOOKS = [("reconcile", f, 1, "first", "", ()) for f in "ab"]
HIDDEN_AB = {"follow:a": None, "follow:b": None, "hidden:a": 1, "hidden:b": 1, "pair:1:a": LOOKS[0], "pair:1:b": LOOKS[1]}
TOGGLES = [("reconcile", "a", tick, "first", "", ()) for tick in (1, 3)]
TOGGLED = {**DELIVERED, "hidden:a": 3, "pair:1:a": TOGGLES[0], "pair:3:a": TOGGLES[1]}
# a has unfollowed after slice 1 was sent, and the last look is over.
OLD_SLICE = dict(
    followers="", posts="", stayers="", second_look=True,
    db={"truth:p": ("live", 1), "outbox:p": ("plan", "p"), "slice:p:1": ("a", "a", 1), "looked": 1,
        "job:p": Job("DELIVERING", 1, 1, (1,), 0, 0)},
    messages=[("slice", "p", 1, ("a",), None, ("live", 1), None)])
PUBLISHED = {"truth:p": ("live", 1), "job:p": Job("COMPLETE", 0, 0, (), 0, 0), "counters": (1, 0)}
INLINE = dict(slice_size=2, inline="atomic")
# A sweep of a shard, a page, and a clock that runs meanwhile.
MARKED = dict(followers="a", posted=False, marks=True, workers=1, **INLINE)
MARK = [("publish", "p"), ("clock", 3), ("page", "a")]
UNFOLLOWED = dict(MARKED, stayers="")
MARK_B = [("follow", "+b"), ("publish", "p"), ("clock", 3), ("page", "b"), ("note_shards", 0, 1)]
# Big authors. Any two clocks differ by at most 15 minutes: SKEWS. LISTED: the author is on the list; PUSHED: p is from before that.
# SWITCHED: the author was taken off: p is on-read and from before that, q was pushed later.
SKEWS = (0, on_read.SKEW)
ON_READ = dict(followers="a", posted=False, sweep=False, checks=on_read)
COPIED = dict(ON_READ, followers="", db={"commits": (0,)})
LISTED = {"list": ((-9, "on"),)}
PUSHED = {"truth:p": ("live", 1, -9, False), "home:a:p": 1}
SWITCHED = {"list": ((-20, "on"), (-16, "off")), "truth:p": ("live", 1, -15, True),
            "truth:q": ("live", 1, -2, False), "home:a:q": 1}
PUBLISH = [("time", 9), ("publish_listed", "p", SKEWS)]
LIST, OFF = ("switch", "list"), ("switch", "off")
# x polls notices, and has polled at 0; KEPT: it has a copy. A follow may be at any API: it drops no copy.
NOTICED = dict(COPIED, mark="in", db={"commits": (0,), "polls:x": (0, 0, ())})
KEPT = dict(NOTICED, db={**NOTICED["db"], "copy:x": (0, 1)})
PARTS = dict(NOTICED, mark="parts")
ELSEWHERE = [("page_by_copy", "x", 2), ("time", 3), ("poll", "x", 2), ("change_at", "y")]
UNNOTICED = [("page_by_copy", "x", 2), ("time", 5), ("publish_unnoticed", "y")]
FOLLOWED = dict(COPIED, mark="in", drops="")
TICKED_PAGES = [("page_by_tick", "x", 2), ("page_by_tick", "x")]
TWO_PAGES = [("page_by_copy", "x"), ("page_by_copy", "x")]


def listed_now(new):
    """The author is listed at 0. The read of x that finds this began a call before; from new after that on polls cover its copies."""
    return dict(COPIED, db={"commits": (0,), "polls:x": (0, 99, ()), "list": ((-9, None), (0, "on")), "distrust:x": new - on_read.CALL})


# Dormant readers. A is 20, or 40 where it is lowered. NEAR: a is about to be dormant; GONE: a is dormant, and p is from then (MISSED) or
# from before (OLD); TWICE: a missed p, returned, and is dormant again; BETWEEN: a is dormant by 20, and missed p, or will be (LOWER), and
# is not by 40; ROWLESS: a has no row. MANY: a follows more than 1,000.
DORMANT = dict(followers="a", posted=False, sweep=False, checks=dormant)
A_20, A_40 = ({"away": ((-99, dormant.Away(days, -99)),)} for days in (20, 40))
NEAR = {**A_20, "active:a": ((-12, dormant.Active(-12)),)}
GONE = {**A_20, "active:a": ((-30, dormant.Active(-30)),)}
TWICE = {**A_20, "active:a": ((-22, dormant.Active(-22, (-50, -14))),), "truth:p": ("live", 1, -25, False)}
BETWEEN = {**A_20, "active:a": ((-23, dormant.Active(-23)),), "truth:p": ("live", 1, -1, False)}
ROWLESS = {**A_20, "truth:p": ("live", 1, -1, False), "home:a:p": 1}
LOWER = {**A_40, "active:a": ((-23, dormant.Active(-23)),)}
OLD = {**GONE, "truth:p": ("live", 1, -32, False), "home:a:p": 1}
MISSED = {**GONE, "truth:p": ("live", 1, -8, False)}
MANY = {**MISSED, "many:a": 1}
HAS = {**LOWER, "truth:p": ("live", 1, -1, False), "home:a:p": 1}
TICKS = [("time_passes", *[1] * n) for n in range(10)]
AHEAD = ("publish_tick", "q", (dormant.SKEW,))
PAGE, PAGE_2 = ("page_of", "a", "1", 0), ("page_of", "a", "2", 0)
PAGES = [PAGE, ("page_of", "a", "2", dormant.SKEW)]
LATER = ("time_passes", 1, 1, 7, 1)

CASES = [
    # ---- A: an earlier design of publish, plan, deliver, close
    early_fails("A0", "slice row first, then pending: a crash between the two",
                pending_first=False, crashes=1),
    early_holds("A1", "pending first, then the slice row; crash 1, duplicate 1",
                crashes=1, duplicates=1),
    early_fails("A2", "two plans at once: the loser of a slice continues from its own page",
                adopt_bounds=False, followers="abc", clients=[("follow", "-a")], duplicates=1, stayers="bc",
                check_follows="no"),
    early_fails("A3", "two plans at once: expected is each planner's own sum, DELIVERING only conditional on PLANNING",
                followers="ab", clients=[("follow", "+c")], duplicates=1, stayers="ab"),
    early_fails("A4", "crash between pending and send; a slice sent again after an unfollow; skipped is not computed",
                clients=[("follow", "-a")], crashes=1, skipped_is_the_rest=False, stayers="b"),
    early_fails("A5", "A4 with skipped = expected - delivered at close, and DONE may be overwritten",
                clients=[("follow", "-a")], crashes=1, duplicates=1, done_once=False, stayers="b",
                check_unfollowed=False),
    early_fails("A6", "pending becomes empty while PLANNING and the planner does not close; no sweep",
                followers="a", planner_closes=False, sweep=False),
    early_fails("A7", "only the handler that removes the last number closes; it crashes before that; no sweep",
                crashes=1, remover_closes=True, sweep=False),
    early_fails("A8", "inline delivery: DELIVERING first, home feeds after; a crash, and the sweep sees an empty pending set",
                crashes=1, inline="state_first", slice_size=2),
    early_fails("A9", "dead-letter queue after 2 receives; nothing finds the open job, its outbox row was deleted after the send",
                crashes=2, max_receives=2, sweep=False),
    # ---- B: publish, plan, deliver, close
    holds("B1", "3 slices, crashes 2",
          followers="abc", crashes=2),
    holds("B2", "2 slices, crash 1, duplicate 1, early sweep 1",
          crashes=1, duplicates=1, early_sweeps=1),
    holds("B3", "publish by the API, crash anywhere, the sweep of the outbox is the relay",
          posted=False, clients=[("publish", "p")], crashes=2, crash_kinds="wra"),
    holds("B4", "two plans at once, c follows, a unfollows",
          followers="ab", clients=[("follow", "+c"), ("follow", "-a")], duplicates=1, stayers="b"),
    holds("B5", "two plans at once, c follows, crash 1",
          followers="ab", clients=[("follow", "+c")], crashes=1, duplicates=1, stayers="ab", deadline=True),
    holds("B6", "slices of 2 (partial batches), 3 followers, crash 1, duplicate 1",
          followers="abc", slice_size=2, crashes=1, duplicates=1),
    holds("B7", "inline delivery, crashes 2, early sweep 1",
          inline="atomic", slice_size=2, crashes=2, early_sweeps=1),
    holds("B8", "inline delivery while another plan sees one more follower and makes two slices",
          inline="atomic", followers="a", clients=[("follow", "+b")], duplicates=1, crashes=1, stayers="a",
          deadline=True),
    holds("B9", "dead-letter queue after 2 receives, crashes 3: the sweep of the outbox restarts the job",
          crashes=3, max_receives=2, workers=1),
    holds("B10", "no followers",
          followers="", crashes=1, duplicates=1, early_sweeps=1, inline="atomic"),
    fails("B-adopt", "the loser of a slice does not adopt the winner's bounds",
          adopt_bounds=False, followers="abc", clients=[("follow", "-a")], duplicates=1, stayers="bc"),
    fails("B-cond", "a slice is finished without IF contains(pending)",
          finish_condition=False, duplicates=1),
    # ---- M: the planner sends slice messages in batches
    holds("M1", "4 slices, the messages of the last three wait for each other; crash 1",
          followers="abcd", batch_size=3, crashes=1),
    holds("M2", "4 slices, batches of two; duplicate 1 after the deadline",
          followers="abcd", duplicates=1, deadline=True),
    holds("M3", "the messages of 2 of 3 slices wait until planning ends; crash 1, early sweep 1",
          followers="abc", batch_size=9, crashes=1, early_sweeps=1),
    holds("M4", "all messages but the first wait; two plans at once, c follows, a unfollows",
          followers="ab", batch_size=9, clients=[("follow", "+c"), ("follow", "-a")], duplicates=1, stayers="b"),
    holds("M5", "too many slices pending: the plan sends its batch and continues in a new message; crash 1",
          followers="abc", batch_size=9, max_pending=2, crashes=1),
    holds("M6", "out of time, a failing call or a refused message at any step; crash 1",
          followers="abc", clients=[("one_failure",)], failures=True, crashes=1),
    holds("M7", "no sweep, crashes 2: a redelivered plan sends the pending slices again",
          followers="abc", batch_size=9, crashes=2, sweep=False),
    holds("M8", "no sweep, no crash: two plans at once, each sends what it won",
          followers="abc", duplicates=1, resend_pending=False, sweep=False),
    holds("M9", "no sweep, no crash: out of time, a failing call or a refused message at any step",
          followers="abcd", clients=[("one_failure",)], failures=True, sweep=False),
    holds("M10", "at most one slice pending, crashes 2 in continued plans: the sweep sends the pending slices again",
          followers="abc", max_pending=1, crashes=2, workers=1),
    fails("M-resend", "neither a redelivered plan nor the sweep sends pending slices again",
          followers="abc", resend_pending=False, crashes=1),
    fails("M-sweep", "a continued plan crashes; it does not send pending slices again, and no sweep exists",
          followers="abc", max_pending=1, crashes=1, sweep=False, workers=1),
    fails("M-end", "the batch is lost when planning ends; no sweep, no crash",
          followers="abc", batch_size=9, batch_lost="end", sweep=False),
    fails("M-later", "the batch is lost when the plan continues in a new message; no sweep, no crash",
          followers="abc", batch_size=9, max_pending=2, batch_lost="continue", sweep=False),
    fails("M-lost", "the batch is lost when another plan has ended planning; no sweep, no crash",
          followers="abc", duplicates=1, resend_pending=False, batch_lost="overtaken", sweep=False),
    holds("M11", "the plan reads the next followers beside a slice; a and d follow, c unfollows; two plans at once",
          followers="bc", clients=[("follow", "+a"), ("follow", "+d"), ("follow", "-c")], duplicates=1, reads_ahead=True,
          resend_pending=False, stayers="b"),
    holds("M12", "so does one that pauses, fails or crashes, beside an unfollow and a follow",
          followers="abc", clients=[("follow", "-b", "+b")], crashes=1, max_pending=1, batch_size=9, reads_ahead=True, workers=1,
          stayers="ac"),
    fails("M-ahead", "M11, and they count also if the slice is another plan's, and ends elsewhere",
          followers="bc", clients=[("follow", "+a")], duplicates=1, reads_ahead="any", stayers="bc"),
    # ---- C: follow
    holds("C1", "c follows at any time; API, relay or worker crash, the relay sends again",
          followers="a", clients=[("follow", "+c")], crashes=1, stayers="a", crash_kinds="wra"),
    holds("C2", "publish and follow at the same time",
          posted=False, followers="a", clients=[("publish", "p"), ("follow", "+c")], crashes=1, stayers="a"),
    holds("C7", "C2, and the plan reads the next followers beside a slice",
          posted=False, followers="ab", clients=[("publish", "p"), ("follow", "+c")], reads_ahead=True, stayers="ab"),
    fails("C3", "follow without an outbox row in its transaction; the API crashes before the send",
          followers="a", clients=[("follow", "+c")], crashes=1, follow_outbox=False, stayers="a", crash_kinds="wra"),
    fails("C4", "C3, and the client repeats its PUT, which finds that it follows",
          followers="a", clients=[("follow", "+c"), ("follow", "+c")], crashes=1, follow_outbox=False,
          stayers="a", crash_kinds="a"),
    fails("C5", "the backfill message is sent before the follow row is written",
          followers="", posted=False, clients=[("publish", "p"), ("follow", "+c")], send_before_follow=True,
          follow_outbox=False, reconcile=False, stayers=""),
    fails("C6", "the plan's Query for followers is eventually consistent",
          followers="", posted=False, clients=[("publish", "p"), ("follow", "+c")], stale_followers=True, stayers=""),
    # ---- D: unfollow
    fails("D1", "purge and a late slice; no check of follows",
          clients=[("follow", "-a")], check_follows="no", reconcile=False, stayers="b"),
    fails("D2", "the slice checks follows before its writes only",
          clients=[("follow", "-a")], check_follows="no", check_follows_before=True, stayers="b"),
    holds("D3", "the slice checks follows after its writes",
          clients=[("follow", "-a")], early_sweeps=1, stayers="b"),
    holds("D4", "D3 with crash 1, early sweep 1; a duplicate only after the first handler's deadline; second look",
          followers="a", clients=[("follow", "-a")], crashes=1, duplicates=1, early_sweeps=1, deadline=True,
          stayers="", second_look=True),
    fails("D19", "D4 without the second look: a slice that is sent again reads its range, without the leaver",
          followers="a", clients=[("follow", "-a")], crashes=1, duplicates=1, deadline=True, stayers=""),
    fails("D5", "unfollow, follow again: separate purge and backfill, unordered queue",
          followers="a", clients=[("follow", "-a", "+a")], reconcile=False, stayers=""),
    fails("D6", "D5, and the purge reads the follow row first",
          followers="a", clients=[("follow", "-a", "+a")], reconcile=False, purge_checks=True, stayers=""),
    fails("D7", "reconcile does not read again after its writes",
          followers="a", clients=[("follow", "-a", "+a")], reconcile_read_after=False, stayers=""),
    fails("D8", "the slice deletes a leaver's item and does not read again; the leaver follows again",
          followers="ab", clients=[("follow", "-a", "+a")], check_follows="delete", stayers="b"),
    holds("D9", "unfollow, follow again; crash 1, duplicate 1 after the deadline",
          followers="a", clients=[("follow", "-a", "+a")], crashes=1, duplicates=1, deadline=True, stayers=""),
    holds("D10", "unfollow, follow again; two slices",
          followers="ab", clients=[("follow", "-a", "+a")], stayers="b"),
    fails("D11", "c follows and unfollows: a late backfill after the purge (separate routines)",
          followers="", clients=[("follow", "+c", "-c")], reconcile=False, stayers=""),
    holds("D12", "c follows and unfollows, second look; crash 1",
          followers="a", clients=[("follow", "+c", "-c")], crashes=1, stayers="a", second_look=True, **INLINE),
    fails("D18", "D12 without the second look: the follow's handler died, and its message finds no follow any more",
          followers="a", clients=[("follow", "+c", "-c")], crashes=1, stayers="a", **INLINE),
    fails("D13", "D4 with a duplicate while the first handler lives",
          followers="a", clients=[("follow", "-a")], crashes=1, duplicates=1, stayers=""),
    holds("D14", "D13 with a second look",
          followers="a", clients=[("follow", "-a")], crashes=1, duplicates=1, stayers="", second_look=True),
    fails("D15", "inline delivery writes the leaver's item and crashes; the redelivered plan does not know the leaver",
          followers="ab", slice_size=2, inline="atomic", clients=[("follow", "-a")], crashes=1, stayers="b"),
    holds("D16", "D15 with the second look; duplicate 1, early sweep 1",
          followers="ab", slice_size=2, inline="atomic", clients=[("follow", "-a")], crashes=1, duplicates=1,
          early_sweeps=1, stayers="b", second_look=True),
    holds("D17", "inline delivery; unfollow, follow again; second look",
          followers="a", slice_size=2, inline="atomic", clients=[("follow", "-a", "+a")], crashes=1, stayers="",
          second_look=True),
    # ---- E: edit
    fails("E1", "the slice writes the text of its message and reads nothing",
          followers="a", clients=[("edit", "p")], read_before=False, read_after=False, stayers="a"),
    fails("E2", "the slice reads the truth before its writes only",
          followers="a", clients=[("edit", "p")], read_after=False),
    fails("E3", "the edit waits for COMPLETE, the slice reads nothing; duplicate 1",
          followers="a", clients=[("edit", "p")], read_before=False, read_after=False, change_waits=True, duplicates=1),
    holds("E4", "the slice reads the truth again after its writes",
          clients=[("edit", "p")], early_sweeps=1),
    holds("E5", "crash 1, duplicate 1 after the deadline, early sweep 1",
          followers="a", clients=[("edit", "p")], crashes=1, duplicates=1, early_sweeps=1, deadline=True),
    fails("E6", "duplicate while the first handler lives: it writes late and crashes before its second read, its message is acknowledged",
          followers="a", clients=[("edit", "p")], crashes=1, duplicates=1),
    fails("E8", "shortcut: a redelivered slice that is done is acknowledged unseen",
          followers="a", clients=[("edit", "p")], crashes=1, early_sweeps=1, skip_done=True),
    fails("E9", "edit and follow: reconcile does not read again after its writes",
          followers="", clients=[("edit", "p"), ("follow", "+c")], reconcile_read_after=False, stayers=""),
    holds("E10", "edit, c follows",
          followers="a", clients=[("edit", "p"), ("follow", "+c")], stayers="a"),
    holds("E11", "two edits",
          followers="a", clients=[("edit", "p"), ("edit", "p")]),
    holds("E12", "second read without the first (the slice starts from its message); duplicate after the deadline",
          followers="a", clients=[("edit", "p")], read_before=False, crashes=1, duplicates=1, deadline=True,
          skip_done=False),
    fails("E15", "inline delivery, crash 1, early sweep 1; a redelivered plan of a COMPLETE job returns at once",
          followers="a", slice_size=2, inline="atomic", clients=[("edit", "p")], crashes=1, early_sweeps=1,
          redo_inline=False),
    holds("E16", "E15, but the redelivered plan writes again when the post has changed",
          followers="ab", slice_size=2, inline="atomic", clients=[("edit", "p")], crashes=1, early_sweeps=1),
    fails("E17", "superseded jobs: slices take the shortcut, too; edit, narrowing; crash 1",
          followers="a", clients=[("edit", "p"), ("permit", "p", "b")], crashes=1, deadline=True, supersede="slice"),
    fails("E18", "superseded jobs: a redelivered plan takes the shortcut, too, and does nothing when its job is COMPLETE",
          followers="a", slice_size=2, inline="atomic", clients=[("edit", "p"), ("edit", "p")], crashes=1, early_sweeps=1,
          deadline=True, supersede="again", redo_inline=False),
    holds("E19", "superseded jobs: edit, narrowing, edit; inline delivery, crash 1",
          followers="a", slice_size=2, inline="atomic", clients=[("edit", "p"), ("permit", "p", "b"), ("edit", "p")],
          crashes=1, deadline=True),
    # ---- R: retract
    fails("R1", "the clean-up waits for COMPLETE; the slice reads the truth before its writes only; duplicate 1",
          followers="a", clients=[("retract", "p")], read_after=False, change_waits=True, duplicates=1),
    fails("R2", "the clean-up waits for COMPLETE; the slice reads nothing; duplicate 1",
          followers="a", clients=[("retract", "p")], read_before=False, read_after=False, change_waits=True,
          duplicates=1),
    holds("R3", "the slice reads the truth again after its writes; the clean-up waits for nothing",
          clients=[("retract", "p")], early_sweeps=1, stayers="ab"),
    holds("R4", "crash 1, duplicate 1 after the deadline, early sweep 1",
          followers="a", clients=[("retract", "p")], crashes=1, duplicates=1, early_sweeps=1, deadline=True),
    fails("R5", "duplicate while the first handler lives, as E6",
          followers="a", clients=[("retract", "p")], crashes=1, duplicates=1),
    fails("R7", "the author feed item is deleted: a rebuild that has read it before does not see the post any more",
          followers="a", clients=[("retract", "p"), ("rebuild_feed", "a")], keep_tombstone=False, stayers=""),
    holds("R8", "retract, a unfollows; crash 1",
          followers="a", clients=[("retract", "p"), ("follow", "-a")], stayers="", crashes=1, deadline=True),
    fails("R9", "retract and follow: reconcile does not read again after its writes",
          followers="", clients=[("retract", "p"), ("follow", "+c")], reconcile_read_after=False, stayers=""),
    holds("R10", "retract, c follows",
          followers="a", clients=[("retract", "p"), ("follow", "+c")], stayers="a"),
    holds("R11", "edit and retract",
          followers="a", clients=[("edit", "p"), ("retract", "p")], stayers="a"),
    holds("R12", "retract; unfollow, follow again",
          followers="a", clients=[("retract", "p"), ("follow", "-a", "+a")], stayers=""),
    fails("R13", "shortcut: a redelivered slice that is done is acknowledged unseen",
          followers="a", clients=[("retract", "p")], crashes=1, early_sweeps=1, skip_done=True),
    holds("R15", "inline delivery, crash 1, early sweep 1",
          followers="ab", slice_size=2, inline="atomic", clients=[("retract", "p")], crashes=1, early_sweeps=1,
          stayers="ab"),
    fails("R16", "a change of permissions of a retracted post is not refused",
          followers="a", clients=[("retract", "p"), ("permit", "p", "a")], refuse_tombstone=False, stayers=""),
    holds("R17", "retract, edit and a change of permissions in any order; crash 1",
          followers="a", clients=[("retract", "p"), ("edit", "p"), ("permit", "p", "b")], crashes=1, deadline=True, stayers=""),
    # ---- L: a message that is received again is looked at again
    holds("L1", "E6 with a look: the same work comes once more when the handlers of now are gone",
          followers="a", clients=[("edit", "p")], crashes=1, duplicates=1, looks=True),
    holds("L2", "R5 with a look; inline delivery",
          followers="a", clients=[("retract", "p")], crashes=1, duplicates=1, looks=True, **INLINE),
    fails("L3", "narrowing: duplicate while the first handler lives, as E6",
          followers="a", clients=[("permit", "p", "b")], crashes=1, duplicates=1, **INLINE),
    holds("L4", "L3 with a look",
          followers="a", clients=[("permit", "p", "b")], crashes=1, duplicates=1, looks=True, **INLINE),
    holds("L5", "edit; three handlers of a message: crash 1, duplicates 2",
          followers="a", clients=[("edit", "p")], crashes=1, duplicates=2, workers=3, looks=True, **INLINE),
    holds("L6", "edit; crashes 2, duplicate 1",
          followers="a", clients=[("edit", "p")], crashes=2, duplicates=1, looks=True, **INLINE),
    fails("L7", "the truth is compared when the message is received again, not at the look",
          followers="a", clients=[("edit", "p")], crashes=1, duplicates=1, looks="receipt", **INLINE),
    fails("L8", "the look comes while a handler from before lives: too early, or that process stood still for longer than the wait",
          followers="a", clients=[("edit", "p")], crashes=1, duplicates=1, looks="early", **INLINE),
    fails("L9", "left open: a duplicate that SQS does not count",
          followers="a", clients=[("edit", "p")], crashes=1, duplicates=1, looks=True, counts_receipts=False, **INLINE),
    fails("L10", "two handlers of a follow's message; only plans and slices are looked at again",
          followers="", posts="", db=PUBLISHED, clients=[("edit", "p"), ("follow", "+c")], crashes=1, duplicates=1, stayers="",
          looks="posts", **INLINE),
    holds("L11", "L10, but messages of follows are looked at again as well",
          followers="", posts="", db=PUBLISHED, clients=[("edit", "p"), ("follow", "+c")], crashes=1, duplicates=1, stayers="",
          looks=True, **INLINE),
    fails("L12", "two handlers of an unfollow's last message, the user follows again; only plans and slices are looked at again",
          followers="a", posts="", db=DELIVERED, clients=[("follow", "-a", "+a")], crashes=1, duplicates=1, stayers="",
          second_look=True, looks="posts"),
    holds("L13", "L12, but messages of unfollows are looked at again as well",
          followers="a", posts="", db=DELIVERED, clients=[("follow", "-a", "+a")], crashes=1, duplicates=1, stayers="",
          second_look=True, looks=True),
    fails("L14", "two handlers of a rebuild's message; only plans and slices are looked at again",
          followers="a", posts="", db=DELIVERED, clients=[("rebuild_feed", "a"), ("edit", "p")], crashes=1, duplicates=1,
          stayers="a", looks="posts", **INLINE),
    holds("L15", "L14, but messages of rebuilds are looked at again as well",
          followers="a", posts="", db=DELIVERED, clients=[("rebuild_feed", "a"), ("edit", "p")], crashes=1, duplicates=1,
          stayers="a", looks=True, **INLINE),
    holds("L16", "two handlers of an old slice, after the unfollow's last look; a follows again",
          clients=[("follow", "+a")], crashes=1, duplicates=1, looks=True, **OLD_SLICE),
    fails("L17", "L16, but an old slice deletes the item of those who do not follow: the look finds the post unchanged",
          clients=[("follow", "+a")], crashes=1, duplicates=1, looks=True, old_clears=True, **OLD_SLICE),
    fails("L18", "edit; a write without an answer is carried out after the edit's, and its message is not looked at again",
          followers="a", clients=[("edit", "p")], answers_lost=1, looks=True, looks_unanswered=False),
    holds("L19", "L18 with a look",
          followers="a", clients=[("edit", "p")], answers_lost=1, looks=True),
    holds("L20", "edit; inline delivery, two writes without an answer, crash 1",
          followers="a", clients=[("edit", "p")], answers_lost=2, crashes=1, looks=True, **INLINE),
    holds("L21", "retract, or narrowing; writes without an answer",
          followers="a", clients=[("retract", "p"), ("permit", "p", "b")], answers_lost=1, looks=True, stayers="", **INLINE),
    fails("L22", "edit; a follow's write without an answer, of which only plans and slices are looked at again",
          followers="", posts="", db=PUBLISHED, clients=[("edit", "p"), ("follow", "+c")], answers_lost=1, stayers="",
          looks="posts", **INLINE),
    holds("L23", "L22, but messages of follows are looked at again as well",
          followers="", posts="", db=PUBLISHED, clients=[("edit", "p"), ("follow", "+c")], answers_lost=1, stayers="",
          looks=True, **INLINE),
    holds("L24", "unfollow, and follow again; a delete without an answer",
          followers="a", posts="", db=DELIVERED, clients=[("follow", "-a", "+a")], answers_lost=1, stayers="",
          second_look=True, looks=True),
    holds("L25", "a rebuild's write without an answer, and an edit",
          followers="a", posts="", db=DELIVERED, clients=[("rebuild_feed", "a"), ("edit", "p")], answers_lost=1,
          stayers="a", looks=True, **INLINE),
    # ---- H: pages hide what is on its way out
    holds("H1", "retract; crash 1, early sweep 1",
          followers="a", clients=[("retract", "p")], crashes=1, early_sweeps=1, deadline=True, check_pages=True),
    fails("H2", "H1 without a recall",
          followers="a", clients=[("retract", "p")], check_pages=True, recalls=False),
    fails("H3", "the recall ends with the job, or by a clock that is ahead: a late slice has written, and not read again yet",
          followers="a", clients=[("retract", "p")], early_sweeps=1, deadline=True, check_pages=True, recall_outlasts=""),
    fails("H4", "the recall ends when the handlers from before are gone: one died, its message is not received again yet",
          followers="a", clients=[("retract", "p")], crashes=1, early_sweeps=1, deadline=True, check_pages=True,
          recall_outlasts="handlers"),
    holds("H5", "narrowing, then retract; crash 1",
          followers="a", clients=[("permit", "p", "b"), ("retract", "p")], crashes=1, deadline=True, check_pages=True,
          stayers=""),
    fails("H6", "H5, and any job of a change ends the recall",
          followers="a", clients=[("permit", "p", "b"), ("retract", "p")], crashes=1, deadline=True, check_pages=True,
          stayers="", recall_by_named=False),
    holds("H7", "inline delivery: narrowing, edit; crash 1, early sweep 1",
          followers="a", slice_size=2, inline="atomic", clients=[("permit", "p", "b"), ("edit", "p")], crashes=1,
          early_sweeps=1, deadline=True, check_pages=True, stayers=""),
    holds("H8", "retract, c follows; crash 1",
          followers="a", clients=[("retract", "p"), ("follow", "+c")], crashes=1, deadline=True, check_pages=True, stayers=""),
    holds("H9", "inline delivery, retract; crash 1, duplicate 1 while the first handler lives: the recall outlasts the look",
          followers="a", clients=[("retract", "p")], crashes=1, duplicates=1, check_pages=True, looks=True,
          recall_outlasts="looks", **INLINE),
    fails("H10", "H9, but the recall ends before the look is handled",
          followers="a", clients=[("retract", "p")], crashes=1, duplicates=1, check_pages=True, looks=True, **INLINE),
    holds("H11", "retract; a slice out of time after a write is requeued, and waits: the recall outlasts its next attempt",
          followers="ab", clients=[("retract", "p"), ("one_failure",)], times_out=True, slice_size=2, check_pages=True,
          recall_outlasts="requeues"),
    fails("H12", "H11, but the recall ends before the next attempt",
          followers="ab", clients=[("retract", "p"), ("one_failure",)], times_out=True, slice_size=2, check_pages=True),
    holds("H13", "retract; writes without an answer: the recall outlasts the look",
          followers="a", clients=[("retract", "p")], answers_lost=1, check_pages=True, looks=True,
          recall_outlasts="looks", **INLINE),
    # ---- U: unfollow, hidden at once
    holds("U1", "a unfollows; two slices, early sweep 1",
          followers="ab", clients=[("follow", "-a")], early_sweeps=1, stayers="b", second_look=True, check_pages=True),
    fails("U2", "U1 without a hidden row",
          followers="a", clients=[("follow", "-a")], stayers="", second_look=True, check_pages=True, hides=False),
    fails("U3", "U1 without a second look: the hidden row ends before a late slice has checked",
          followers="a", clients=[("follow", "-a")], early_sweeps=1, stayers="", check_pages=True),
    fails("U4", "the second look comes too early: a slice that was sent before the unfollow is received after it",
          followers="a", clients=[("follow", "-a")], early_sweeps=1, stayers="", second_look="early", check_pages=True),
    fails("U5", "an old slice does not check before its writes who follows",
          followers="a", clients=[("follow", "-a")], early_sweeps=1, stayers="", second_look=True, check_pages=True,
          old_checks=False),
    holds("U6", "unfollow, follow, unfollow: the first unfollow's end keeps the hidden row of the second",
          followers="a", clients=[("follow", "-a", "+a", "-a")], stayers="", second_look=True, check_pages=True),
    fails("U7", "U6, but any unfollow's end deletes the hidden row",
          followers="a", clients=[("follow", "-a", "+a", "-a")], stayers="", second_look=True, check_pages=True,
          hidden_tick=False),
    holds("U8", "the API or a worker dies at any moment: the sweep sends the outbox row's message; unfollow, crash 2",
          followers="a", clients=[("follow", "-a")], crashes=2, deadline=True, stayers="", second_look=True,
          check_pages=True, crash_kinds="wra"),
    fails("U12", "an unfollow looks twice only if the user does not follow again",
          followers="a", slice_size=2, inline="atomic", clients=[("follow", "-a", "+a"), ("one_failure",)], times_out=True,
          early_sweeps=1, stayers="", second_look="gone"),
    holds("U9", "inline delivery; unfollow, follow again; crash 1",
          followers="a", slice_size=2, inline="atomic", clients=[("follow", "-a", "+a")], crashes=1, deadline=True,
          stayers="", second_look=True, check_pages=True),
    holds("U10", "edit, unfollow; crash 1",
          followers="a", clients=[("edit", "p"), ("follow", "-a")], crashes=1, deadline=True, stayers="", second_look=True,
          check_pages=True),
    holds("U11", "retract, unfollow; crash 1",
          followers="a", clients=[("retract", "p"), ("follow", "-a")], crashes=1, deadline=True, stayers="",
          second_look=True, check_pages=True),
    holds("U13", "the first look is eventually consistent, and misses a row",
          followers="ab", clients=[("follow", "-a"), ("one_failure",)], crashes=1, stayers="b", eventual="first", second_look=True,
          check_pages=True, recall_outlasts="looks", **INLINE),
    fails("U14", "U13, but the second one does",
          followers="ab", clients=[("follow", "-a"), ("one_failure",)], crashes=1, stayers="b", eventual="last", second_look=True,
          **INLINE),
    holds("U15", "unfollow, follow again: a page of the home feed in a message, edit; crash 1",
          followers="a", posts="", db=DELIVERED_PQ, feed_page=1, clients=[("follow", "-a", "+a"), ("edit", "p")], crashes=1,
          deadline=True, stayers="", second_look=True, **INLINE),
    fails("U16", "U15, but each message starts over: the items of a user who follows again stay",
          followers="a", posts="", db=DELIVERED_PQ, feed_page=1, clients=[("follow", "-a", "+a")], stayers="", positions=False),
    fails("U17", "a user follows again, and the second look corrects only what it finds",
          followers="a", clients=[("follow", "-a", "+a"), ("one_failure",)], times_out=True, early_sweeps=1, stayers="",
          second_look=True, found_only=True, **INLINE),
    holds("U18", "one reader unfollows two authors, in any order, beside a late plan: one walk",
          followers="ab", clients=[("follow", "-a"), ("follow", "-b")], early_sweeps=1, **SHARED, **INLINE),
    fails("U19", "U18, but the walk ends also authors that the look before did not see",
          followers="ab", clients=[("follow", "-a"), ("follow", "-b")], early_sweeps=1, covers="all", **SHARED, **INLINE),
    holds("U20", "a walk for two authors, of whom one is followed again meanwhile; edit",
          followers="ab", posts="", db={**DELIVERED_AB, **HIDDEN_AB}, messages=LOOKS, clients=[("follow", "+b"), ("edit", "p")], **SHARED,
          **INLINE),
    fails("U21", "U20, but the walk ends the work of an author who is followed again",
          followers="ab", posts="", db={**DELIVERED_AB, **HIDDEN_AB}, messages=LOOKS, clients=[("follow", "+b"), ("follow", "-b")],
          hidden_tick=False, **SHARED, **INLINE),
    fails("U22", "a look without a hidden row ends also if the user follows again",
          followers="a", clients=[("follow", "-a", "+a"), ("one_failure",)], times_out=True, early_sweeps=1, stayers="",
          second_look=True, absent_ends=True, **INLINE),
    holds("U23", "U20, a page of the home feed in a message; crash 1",
          followers="ab", posts="", db={**DELIVERED_AB, **HIDDEN_AB}, messages=LOOKS, clients=[("follow", "+b")], feed_page=1, crashes=1,
          deadline=True, **SHARED, **INLINE),
    fails("U24", "a continued walk ends also authors that were hidden since it began",
          followers="ab", posts="", db=DELIVERED_PQ_AB, clients=[("follow", "-a"), ("follow", "-b")], feed_page=1, covers="anew", **SHARED,
          **INLINE),
    holds("U25", "unfollow, follow, unfollow before the first look: the work of the first unfollow ends at once",
          followers="", posts="", db=TOGGLED, messages=TOGGLES, workers=1, at_most=("query_home", 2), **SHARED),
    fails("U26", "U25, but it goes on",
          followers="", posts="", db=TOGGLED, messages=TOGGLES, workers=1, at_most=("query_home", 2), later_ends=False, **SHARED),
    holds("U27", "two authors hidden before the first look: one walk",
          followers="", posts="", db={**DELIVERED_AB, **HIDDEN_AB}, messages=LOOKS, workers=1, at_most=("query_home", 1), **SHARED),
    # ---- W: rebuild of a home feed
    holds("W1", "a rebuild of an emptied home feed; the API or a worker dies at any moment, crash 2",
          followers="a", stayers="", db=EMPTIED, clients=[("rebuild_feed", "a")], crashes=2, deadline=True,
          crash_kinds="wra"),
    holds("W2", "a rebuild beside an unfollow; crash 1",
          followers="a", clients=[("rebuild_feed", "a"), ("follow", "-a")], crashes=1, deadline=True, stayers="", second_look=True,
          check_pages=True),
    fails("W3", "W2 with a single look: the redelivered rebuild does not find the author on the list any more",
          followers="a", clients=[("rebuild_feed", "a"), ("follow", "-a")], crashes=1, deadline=True, stayers=""),
    fails("W4", "a rebuild beside an edit does not read again",
          followers="a", clients=[("rebuild_feed", "a"), ("edit", "p")], stayers="a", rebuild_read_after=False),
    holds("W5", "a rebuild beside an edit: two handlers, of which one dies; crash 1, early sweep 1",
          followers="a", db=DELIVERED, clients=[("rebuild_feed", "a"), ("edit", "p")], crashes=1, early_sweeps=1, deadline=True,
          stayers="a"),
    fails("W6", "W5, but no message of a complete rebuild is handled",
          followers="a", db=DELIVERED, clients=[("rebuild_feed", "a"), ("edit", "p")], crashes=1, early_sweeps=1, deadline=True,
          stayers="a", rebuild_redo=False),
    holds("W7", "a rebuild beside an unfollow and another follow; crash 1",
          followers="a", clients=[("rebuild_feed", "a"), ("follow", "-a", "+a")], crashes=1, deadline=True, stayers="",
          second_look=True, check_pages=True),
    holds("W8", "a rebuild beside a retraction; crash 1",
          followers="a", clients=[("rebuild_feed", "a"), ("retract", "p")], crashes=1, deadline=True, stayers="", check_pages=True),
    holds("W9", "three authors; the sweep sends the first message again twice: whoever does not move the row on sends nothing",
          followers="a", posts="", db=EMPTIED, clients=[("rebuild_feed", "a")], authors=3, early_sweeps=2, stayers="",
          at_most=("rebuild", 7)),
    fails("W10", "W9, but sends the next one: each copy runs to the end",
          followers="a", posts="", db=EMPTIED, clients=[("rebuild_feed", "a")], authors=3, early_sweeps=2, stayers="",
          at_most=("rebuild", 7), rebuild_wins=False),
    holds("W11", "three authors, and a later rebuild; crash 1",
          followers="a", posts="", db=EMPTIED, clients=[("rebuild_feed", "a", 7), ("rebuild_feed", "a", 8)], authors=3, crashes=1,
          deadline=True, stayers="", at_most=("rebuild", 8)),
    # ---- K: block
    holds("K1", "block while a follows again; crash 1",
          followers="a", clients=[("follow", "-a", "+a"), ("block", "a")], crashes=1, deadline=True, stayers="",
          second_look=True, check_pages=True, crash_kinds="wa"),
    fails("K2", "a follow does not check for a block in its transaction",
          followers="", clients=[("follow", "+a"), ("block", "a")], stayers="", second_look=True, check_pages=True,
          follow_checks_block=False),
    holds("K3", "block, and an import that reads blocks before and after its writes (pages between the two: K5)",
          followers="", clients=[("import_follow", "a"), ("block", "a")], stayers="", second_look=True),
    fails("K4", "the import reads blocks before its writes only",
          followers="", clients=[("import_follow", "a"), ("block", "a")], stayers="", second_look=True, import_checks="before"),
    fails("K5", "left open: of a block between an import's two reads of blocks, pages show the author until the second",
          followers="", clients=[("import_follow", "a"), ("block", "a")], stayers="", second_look=True, check_pages=True),
    holds("K6", "a user unfollows and is blocked, in any order, beside a late plan: the hidden row is enough",
          followers="a", clients=[("follow", "-a"), ("block", "a")], early_sweeps=1, stayers="", second_look=True, check_pages=True,
          **INLINE),
    holds("K7", "a user unfollows; then a write of an earlier import comes late",
          followers="a", clients=[("follow", "-a"), ("import_late", "a")], stayers="", second_look=True, **INLINE),
    fails("K8", "K7, but the end of the unfollow does not see it",
          followers="a", clients=[("follow", "-a"), ("import_late", "a")], stayers="", second_look=True, ends_late=False, **INLINE),
    holds("K9", "an import past a block that stands: pages, crash 1",
          followers="", db={"block:a": 1}, clients=[("import_follow", "a")], crashes=1, stayers="", second_look=True, check_pages=True),
    fails("K10", "K9, but the import reads blocks after its writes only",
          followers="", db={"block:a": 1}, clients=[("import_follow", "a")], crashes=1, stayers="", second_look=True, check_pages=True,
          import_checks="after"),
    # ---- P: change of permissions
    fails("P1", "permissions change without a job of their own",
          followers="a", clients=[("permit", "p", "b")], permission_job=False),
    holds("P2", "narrowing; crash 1, duplicate 1 after the deadline, early sweep 1",
          followers="a", clients=[("permit", "p", "b")], crashes=1, duplicates=1, early_sweeps=1, deadline=True),
    holds("P3", "narrowing, two slices",
          followers="ab", clients=[("permit", "p", "b")]),
    holds("P4", "narrowing and widening race; crash 1",
          followers="a", clients=[("permit", "p", "b"), ("permit", "p", "*")], crashes=1, deadline=True),
    holds("P5", "inline delivery: one list, then another; crash 1",
          followers="ab", slice_size=2, inline="atomic", clients=[("permit", "p", "a"), ("permit", "p", "b")],
          crashes=1, deadline=True),
    holds("P6", "inline delivery: narrowing, then followers; crash 1, duplicate 1 after the deadline, early sweep 1",
          followers="a", slice_size=2, inline="atomic", clients=[("permit", "p", "b"), ("permit", "p", "F")], crashes=1,
          duplicates=1, early_sweeps=1, deadline=True),
    fails("P7", "the slice does not read the truth again after its writes",
          followers="a", clients=[("permit", "p", "b")], read_after=False),
    fails("P8", "shortcut: a redelivered slice that is done is acknowledged unseen",
          followers="a", clients=[("permit", "p", "b")], crashes=1, early_sweeps=1, skip_done=True),
    fails("P9", "inline delivery; a redelivered plan of a COMPLETE job returns at once",
          followers="a", slice_size=2, inline="atomic", clients=[("permit", "p", "b"), ("permit", "p", "F")], crashes=1,
          early_sweeps=1, redo_inline=False),
    holds("P10", "narrowing, c follows",
          followers="a", slice_size=2, inline="atomic", clients=[("permit", "p", "c"), ("follow", "+c")], stayers="a"),
    holds("P11", "narrowing and retract; crash 1",
          followers="a", slice_size=2, inline="atomic", clients=[("permit", "p", "b"), ("retract", "p")], crashes=1,
          deadline=True, stayers="a"),
    holds("P12", "the post's own job deletes from no home feed while permissions were never changed; later changes do",
          followers="ab", slice_size=2, inline="atomic", db={"truth:p": ("live", 1, "a", 0)},
          clients=[("permit", "p", "b")], crashes=1, early_sweeps=1, deadline=True, stayers=""),
    fails("P13", "superseded jobs: slices take the shortcut, too; crash 1",
          followers="a", clients=[("permit", "p", "b"), ("permit", "p", "*")], crashes=1, deadline=True,
          supersede="slice"),
    fails("P14", "superseded jobs: a redelivered plan takes the shortcut, too, and does nothing when its job is COMPLETE",
          followers="a", slice_size=2, inline="atomic", clients=[("permit", "p", "b"), ("permit", "p", "F")], crashes=1,
          early_sweeps=1, deadline=True, supersede="again", redo_inline=False),
    holds("P15", "superseded jobs: three changes, inline delivery, crash 1",
          followers="a", slice_size=2, inline="atomic",
          clients=[("permit", "p", "b"), ("permit", "p", "*"), ("permit", "p", "b")], crashes=1, deadline=True),
    fails("P16", "slices overtook an inline delivery, whose late item stays; its redelivered plan writes again only without slices",
          followers="ab", stayers="", inline="atomic", redo_inline="unplanned", **OVERTAKEN),
    holds("P17", "P16, but the redelivered plan sends all slices again when the post has changed",
          followers="ab", stayers="", inline="atomic", **OVERTAKEN),
    fails("P21", "an inline delivery is out of time after a write, and another plan has closed the job: the plan that goes on does nothing",
          followers="ab", stayers="", times_out=True, clients=[("permit", "p", "c"), ("one_failure",)], early_sweeps=1, overtaken_again=False, **INLINE),
    holds("P22", "P21, but the plan goes on as a repeated one",
          followers="ab", stayers="", times_out=True, clients=[("permit", "p", "c"), ("one_failure",)], early_sweeps=1, **INLINE),
    holds("P20", "inline delivery, another follower, narrowing: the plan that is redelivered may be overtaken again; crash 1, early sweep 1",
          followers="a", inline="atomic", clients=[("arrive", "b"), ("permit", "p", "c")], crashes=1, early_sweeps=1,
          stayers=""),
    holds("P18", "a done slice of a permission job is acknowledged unseen, too, while the truth names it; crash 1, early sweep 1",
          followers="a", clients=[("permit", "p", "b")], crashes=1, early_sweeps=1, deadline=True, skip_done="named",
          supersede=False),
    holds("P19", "P18, narrowing and widening race",
          followers="a", clients=[("permit", "p", "b"), ("permit", "p", "*")], crashes=1, early_sweeps=1, deadline=True,
          skip_done="named"),
    # ---- Q: requeues and redrive
    holds("Q1", "out of time at any write: what is written is settled, the rest requeued; edit; crash 1",
          followers="ab", clients=[("edit", "p"), ("one_failure",)], times_out=True, crashes=1, slice_size=2),
    fails("Q2", "Q1, but the truth is not read again before that",
          followers="ab", clients=[("edit", "p"), ("one_failure",)], times_out=True, slice_size=2, settle="unread"),
    holds("Q3", "out of time at any write, also amidst the leavers; unfollow, follow again; early sweep 1",
          followers="a", clients=[("follow", "-a", "+a"), ("one_failure",)], times_out=True, early_sweeps=1, stayers=""),
    fails("Q4", "Q3, but out of time amidst the leavers all recipients are settled",
          followers="a", clients=[("follow", "-a", "+a"), ("one_failure",)], times_out=True, early_sweeps=1, stayers="",
          settle="midway"),
    holds("Q5", "inline delivery out of time becomes a slice; unfollow, follow again; early sweep 1",
          followers="a", clients=[("follow", "-a", "+a"), ("one_failure",)], times_out=True,
          early_sweeps=1, stayers="", second_look=True, **INLINE),
    fails("Q6", "Q5 without the second look",
          followers="a", clients=[("follow", "-a", "+a"), ("one_failure",)], times_out=True,
          early_sweeps=1, stayers="", **INLINE),
    holds("Q7", "inline delivery out of time; its slice is another plan's, which died: that slice's range is read",
          followers="ab", message_size=1, db={"slice:p:1": ("a", "b", 2)}, clients=[("one_failure",)], times_out=True, **INLINE),
    fails("Q8", "Q7, but those who are left and fit into a message are all that the slice has",
          followers="ab", message_size=1, db={"slice:p:1": ("a", "b", 2)}, clients=[("one_failure",)], times_out=True,
          settle="adopted", **INLINE),
    holds("Q9", "dead-letter queue after 1 receive, redriven as a later attempt; unfollow, follow again; crash 1, early sweep 1",
          followers="a", clients=[("follow", "-a", "+a")], crashes=1, early_sweeps=1, max_receives=1, redrive="attempt",
          stayers=""),
    fails("Q10", "Q9, but redriven as it was",
          followers="a", clients=[("follow", "-a", "+a")], crashes=1, early_sweeps=1, max_receives=1, redrive="same",
          stayers=""),
    holds("Q11", "out of time at any write, then a crash amidst the leavers",
          followers="ab", slice_size=2, clients=[("follow", "-a", "+a"), ("one_failure",)], times_out=True, crashes=1, stayers="b"),
    fails("Q12", "what is written is settled before those who left are cleared",
          followers="ab", slice_size=2, clients=[("follow", "-a"), ("one_failure",)], times_out=True, stayers="b", settle="leavers"),
    holds("Q13", "a refused row is put off, the others are settled; edit; crash 1",
          followers="ab", slice_size=2, clients=[("edit", "p"), ("one_failure",)], refuses=True, crashes=1),
    fails("Q14", "Q13, but the position alone is kept",
          followers="ab", slice_size=2, clients=[("one_failure",)], refuses=True, settle="position"),
    holds("Q15", "inline delivery: out of time or refused at any write, what does not fit into a message is another slice's; narrowing",
          followers="abc", slice_size=3, inline="atomic", message_size=1, db={"home:a:p": 1, "home:b:p": 1, "home:c:p": 1},
          clients=[("permit", "p", "c"), ("one_failure",)], times_out=True, refuses=True, stayers=""),
    # ---- N: work ends, and how much there is of it
    holds("N1", "a repeated plan of a superseded job, out of time after each write, goes on after its position",
          life=1, at_most=("plan", 1), **SUPERSEDED),
    fails("N2", "N1, but it starts over", life=1, positions=False, **SUPERSEDED),
    holds("N3", "a repeated plan sends all slices again; out of time after each it goes on after its position",
          followers="ab", stayers="", inline="atomic", life=1, at_most=("plan", 1), **OVERTAKEN),
    fails("N4", "N3, but it starts over",
          followers="ab", stayers="", inline="atomic", life=1, positions=False, **OVERTAKEN),
    holds("N5", "the range of a slice has grown; out of time after each page, which is settled by itself",
          life=1, page_size=1, at_most=("put_home", 3), **GROWN),
    fails("N6", "N5, but it starts over", life=1, page_size=1, positions=False, **GROWN),
    holds("N7", "a repeated plan of a superseded job writes again at most a slice's worth",
          at_most=("put_home", 2), **SUPERSEDED),
    fails("N8", "N7, but it writes to all followers", redeliver="all", at_most=("put_home", 2), **SUPERSEDED),
    fails("N9", "left open: an inline delivery to b wrote late and died; a has followed since, and is the whole slice's worth",
          **{**SUPERSEDED, "slice_size": 1}),
    holds("N10", "N9, but a slice's worth of those who followed before the message was sent, and who comes before them",
          redeliver="older", at_most=("put_home", 2), **{**SUPERSEDED, "slice_size": 1, "db": {**SUPERSEDED["db"], "follow:a": 2}}),
    holds("N11", "a plan that pauses continues: each slice is sent once",
          followers="abc", max_pending=2, batch_size=9, sweep=False, at_most=("slice", 3)),
    fails("N12", "N11, but it sends the pending slices again",
          followers="abc", max_pending=2, batch_size=9, sweep=False, pauses="again", at_most=("slice", 3)),
    # ---- I: idempotency key
    fails("I1", "a read, then a transaction without a condition; the client retries while its first call runs",
          followers="", posted=False, clients=[("publish", "p", "K"), ("publish", "q", "K")],
          idempotency_condition=False, one_post=True),
    holds("I2", "the record is written in the transaction IF absent; crash 1",
          followers="a", posted=False, stayers="", clients=[("publish", "p", "K"), ("publish", "q", "K")], crashes=1,
          one_post=True),
    # ---- T: up to when a page is complete
    holds("T1", "a publish that commits as late as it may, by a late clock; crash 1",
          clients=MARK + [("note_shards", 0, 1)], late=1, crashes=1, deadline=True, **MARKED),
    fails("T2", "T1 without time for clocks", clients=MARK + [("note_shards", 0, 1)], late=1, margin=1, **MARKED),
    fails("T3", "a right clock, but no time for the longest call", clients=MARK + [("note_shards", 0, 1)], margin=0, **MARKED),
    fails("T4", "left open: a clock that is later than the margin has time for", clients=MARK + [("note_shards", 0, 1)], late=2,
          **MARKED),
    fails("T5", "left open: a call that takes longer", clients=MARK + [("note_shards", 0, 1)], late=1, max_call=2, **MARKED),
    fails("T6", "the page takes the notes after its reads", clients=MARK + [("note_shards", 0, 1)], notes_first=False, **MARKED),
    fails("T7", "the reads of the sweep are eventually consistent",
          clients=MARK + [("note_shards", 0, 1), ("one_failure",)], stale_sweep=True, **MARKED),
    fails("T8", "open jobs do not hold the note", clients=MARK + [("note_shards", 0, 1)], open_holds=False, **MARKED),
    holds("T9", "a shard changes hands: the old owner's note comes after the new one's",
          clients=MARK + [("note_shards", 0, 1), ("note_shards", 0)], late=1, **MARKED),
    holds("T10", "edit", clients=MARK + [("edit", "p"), ("note_shards", 0, 1)], **MARKED),
    holds("T11", "each shard has another owner", clients=MARK + [("note_shards", 0), ("note_shards", 1)], late=1, **MARKED),
    fails("T12", "T11, but the greatest note of all shards counts",
          clients=MARK + [("note_shards", 0), ("note_shards", 1)], least_shard=False, **MARKED),
    fails("T13", "T11, but a shard without a note is left out",
          clients=MARK + [("note_shards", 0), ("note_shards", 1)], every_shard=False, **MARKED),
    holds("T14", "a shard is read in two pages; the first has a follow only", clients=MARK + [("note_shards", 0, 1)], late=1,
          follow_row=True, sweep_page=1, **MARKED),
    fails("T15", "T14, but the first page counts as all", clients=MARK + [("note_shards", 0, 1)], follow_row=True, sweep_page=1,
          read_to_end=False, **MARKED),
    holds("T16", "a sweep leaves out young jobs, and its note ends where its read does",
          clients=MARK + [("note_shards", 0, 1)], horizon=3, late=1, **MARKED),
    fails("T17", "T16, but the note ends later", clients=MARK + [("note_shards", 0, 1)], horizon=3, note_ends=False, **MARKED),
    fails("T18", "left open: a later attempt of a done slice read before an edit, and writes the old text after the edit's job is complete",
          clients=MARK[1:] + [("edit", "p"), ("note_shards", 0, 1)],
          **{**MARKED, "posted": True, "posts": "", "db": {**DELIVERED, "tick:p": -9, "slice:p:1": ("a", "a", 1)},
             "messages": [("slice", "p", 1, ("a",), None, ("live", 1), 0)], "workers": 2}),
    holds("T19", "T1, but the note names nobody: it is held", clients=MARK + [("note_shards", 0, 1)], late=1, names=False, **MARKED),
    fails("T20", "T1, but the jobs of named authors hold nobody", clients=MARK + [("note_shards", 0, 1)], listed_hold=False, **MARKED),
    holds("T21", "a unfollows and follows again", clients=MARK + [("note_shards", 0, 1), ("follow", "-a", "+a")], strangers=True,
          **UNFOLLOWED),
    holds("T22", "b follows, then the author publishes; b's page meanwhile", clients=MARK_B, strangers=True, **UNFOLLOWED),
    fails("T23", "T22, but the page reads whom b follows before it takes the notes", clients=MARK_B, strangers=True,
          follows_read="before", **UNFOLLOWED),
    holds("T24", "two jobs of the author are open", clients=MARK + [("publish", "q"), ("note_shards", 0, 1)], **MARKED),
    fails("T25", "T24, but the last of them counts", clients=MARK + [("publish", "q"), ("note_shards", 0, 1)], oldest=False, **MARKED),
    # ---- O: big authors, read from where they are written: the list
    holds("O1", "the author is listed; a publish by any clock and copy of the list, an edit",
          clients=PUBLISH + [LIST, ("edit_listed", "p")], **ON_READ),
    fails("O2", "O1, but a publisher marks at once: other copies of the list do not have the author", clients=PUBLISH + [LIST], seen=False,
          **ON_READ),
    fails("O3", "O1, but a publisher counts from the begin of the read that found the author, and it was listed during this read",
          clients=PUBLISH + [LIST], seen="begin", **ON_READ),
    fails("O6", "O1, but pages go by older copies of the list", clients=PUBLISH + [LIST], page_age=9, **ON_READ),
    holds("O7", "the author is taken off; a publish by any clock and copy of the list, an edit",
          clients=PUBLISH + [OFF, ("edit_listed", "p")], db=LISTED, **ON_READ),
    fails("O9", "O7, but the row is deleted", clients=PUBLISH + [OFF], db=LISTED, row_stays=False, **ON_READ),
    holds("O12", "O7 with clocks that differ by 30 minutes",
          clients=[("time", 9), ("publish_listed", "p", (2 * on_read.SKEW,)), OFF], db=LISTED, **ON_READ),
    holds("O13", "taken off and listed again",
          clients=[("time", 7), ("publish_listed", "p", (on_read.SKEW,)), ("switch", "off", "list")], db=LISTED, **ON_READ),
    holds("O14", "O13, and taken off again",
          clients=[("time", 7), ("publish_listed", "p", (on_read.SKEW,)), ("switch", "off", "list", "off")], db=LISTED, **ON_READ),
    holds("O16", "listed; a post from before that is edited and retracted, another one is published and retracted",
          clients=[("time", 4), LIST, ("edit_listed", "p"), ("retract_listed", "p"), ("publish_listed", "q", (on_read.SKEW,)),
                   ("retract_listed", "q")], db=PUSHED, **ON_READ),
    holds("O19", "listed; a unfollows and follows again, b follows",
          clients=[("time", 4), LIST, ("publish_listed", "q", SKEWS), ("follow_listed", "-a", "+a"), ("follow_listed", "+b")], db=PUSHED,
          **ON_READ),
    fails("O20", "a follow puts on-read posts, whose edits have no job",
          clients=[("publish_listed", "q", SKEWS), ("edit_listed", "q"), ("follow_listed", "+b")], db=LISTED, passes_over=False, **ON_READ),
    fails("O21", "the read of whom b follows is eventually consistent",
          clients=[("publish_listed", "q", SKEWS), ("follow_listed", "+b")], db=LISTED, stale_following=True, **ON_READ),
    holds("O22", "a walk, a post a page, while the author is listed again and taken off again, and publishes",
          clients=[("time", 4), ("switch", "list", "off"), ("publish_listed", "r", (on_read.SKEW,)), ("walk", "a")], db=SWITCHED,
          **ON_READ),
    # a process's copy of truths
    holds("O23", "changes here, beside loads of the copy",
          clients=TWO_PAGES + [("page_by_copy", "x"), ("change_at", "x"), ("change_at", "x")], **COPIED),
    fails("O24", "O23, but a change does not drop the copy", clients=TWO_PAGES + [("change_at", "x")], drops="", **COPIED),
    fails("O25", "O23, but it drops the copy before its transaction", clients=TWO_PAGES + [("change_at", "x")], drops="before", **COPIED),
    fails("O26", "O23, but a load that began before the change is kept", clients=TWO_PAGES + [("change_at", "x")], drops_load=False, **COPIED),
    holds("O27", "changes elsewhere; a copy is at most a second old",
          clients=TWO_PAGES + [("page_by_copy", "x"), ("time", 3), ("change_at", "y")], **COPIED),
    fails("O28", "O27, but the age of a copy counts from the end of its load", clients=TWO_PAGES + [("time", 4), ("change_at", "y")],
          from_begin=False, **COPIED),
    # heads: copies of the newest posts of an author, which hold while polls of notices cover them
    holds("O29", "changes at both APIs",
          clients=[("page_by_copy", "x", 2), ("time", 2), ("poll", "x", 2), ("change_at", "x"), ("change_at", "y")], **KEPT),
    holds("O30", "changes elsewhere, two pages at once",
          clients=TWO_PAGES + [("time", 3), ("poll", "x", 2), ("change_at", "y")], **NOTICED),
    fails("O31", "O30, but changes put no notices", clients=ELSEWHERE, **{**KEPT, "mark": ""}),
    fails("O32", "O30, but a notice comes after its transaction, or its process dies", clients=ELSEWHERE, **{**KEPT, "mark": "after"}),
    fails("O33", "O30, but a notice comes before its transaction", clients=ELSEWHERE, **{**KEPT, "mark": "before"}),
    fails("O34", "O30, but a notice does not drop the copy", clients=ELSEWHERE, on_notice="", **KEPT),
    fails("O35", "O30, but a load that began before the notice was taken up is kept", clients=ELSEWHERE, drops_load=False, **NOTICED),
    fails("O36", "O30, but a poll covers what was there at its end", clients=ELSEWHERE, poll_from="end", **KEPT),
    fails("O37", "O30, but polls that are too far apart cover what is between: another API has deleted a notice", clients=ELSEWHERE,
          gaps_count=False, **KEPT),
    fails("O38", "O30, but the age of the last poll does not count: later ones failed", clients=ELSEWHERE, poll_age=False, **KEPT),
    fails("O39", "O30, but polls cover also a copy from before the first of them", clients=ELSEWHERE, in_chain=False, **KEPT),
    fails("O40", "O30, but a page takes the copy before it asks how far the polls are", clients=ELSEWHERE, looks_first="copy", **KEPT),
    fails("O41", "O30, but a read finds the notice before another one finds the change of the same transaction", clients=ELSEWHERE, **PARTS),
    holds("O42", "O41, but for longer than that after a notice copies hold by their age only", clients=ELSEWHERE, settles=1, **PARTS),
    holds("O43", "O42, also if a notice drops neither copy nor load, and a page takes the copy first",
          clients=ELSEWHERE, settles=1, on_notice="", drops_load=False, looks_first="copy", **PARTS),
    # the list, kept by notices: a poll reads the entries that they tell of, a page all of them if the copy is too old
    holds("O44", "the list is changed elsewhere", clients=ELSEWHERE, on_notice="read", **NOTICED),
    fails("O45", "O44, but a read of all that began before the notice was taken up is kept", clients=ELSEWHERE, on_notice="read",
          drops_load=False, **NOTICED),
    fails("O46", "O44, but after polls that are too far apart the list is not read again", clients=ELSEWHERE, on_notice="read",
          gaps_count=False, **NOTICED),
    fails("O47", "O44, but a read finds the notice before another one finds the entry", clients=ELSEWHERE, on_notice="read", **PARTS),
    holds("O48", "O47, but for longer than that after a notice polls read the entry again, and the list holds by its age only",
          clients=ELSEWHERE, on_notice="read", settles=1, **PARTS),
    # a publisher whose copy of the list does not have the author puts no notice
    holds("O49", "the author is listed, and is published without a notice", clients=UNNOTICED, **listed_now(on_read.NEW)),
    fails("O50", "O49, but polls cover copies at once", clients=UNNOTICED, **listed_now(0)),
    fails("O51", "O49, but without time for the read that finds the author", clients=UNNOTICED, **listed_now(on_read.AGE + on_read.CALL)),
    # whom a reader follows, kept under the tick of the reader's row
    holds("O52", "a follow and an unfollow", clients=TICKED_PAGES + [("change_at", "x"), ("change_at", "x")], **FOLLOWED),
    fails("O53", "O52, but pages go by a copy without the tick", clients=TICKED_PAGES + [("change_at", "x")], by_tick=False, **FOLLOWED),
    fails("O54", "O52, but the tick is read after the follows", clients=TICKED_PAGES + [("change_at", "x")], tick_read="after", **FOLLOWED),
    fails("O55", "O52, but the tick is written before the follow", clients=TICKED_PAGES + [("change_at", "x")],
          **{**FOLLOWED, "mark": "before"}),
    fails("O56", "O52, but the tick is written after the follow, and the call dies", clients=TICKED_PAGES + [("change_at", "x")],
          **{**FOLLOWED, "mark": "after"}),
    fails("O57", "O52, but a read finds the tick before another one finds the follow of the same transaction",
          clients=TICKED_PAGES + [("change_at", "x")], **{**FOLLOWED, "mark": "parts"}),
    holds("O58", "O57, but for longer than that after a new tick a copy is not used",
          clients=[("page_by_tick", "x", 3), ("time", 4), ("change_at", "x")], settles=1, **{**FOLLOWED, "mark": "parts"}),
    holds("O59", "an import, which writes no tick, is shown when a copy has ended", clients=TICKED_PAGES + [("time", 3), ("change_at", "y")],
          **{**FOLLOWED, "mark": ""}),
    fails("O60", "O59, but a copy never ends", clients=TICKED_PAGES + [("time", 3), ("change_at", "y")], copy_ends=False,
          **{**FOLLOWED, "mark": ""}),
    # ---- S: dormant readers
    holds("S1", "a is about to be dormant: a publish by a clock that is ahead, pages by any, slices that read late",
          clients=[TICKS[6], AHEAD] + PAGES, db=NEAR, **DORMANT),
    fails("S2", "S1, but a page is a return when A is over", clients=[TICKS[6], AHEAD, PAGE], db=NEAR, before=0, **DORMANT),
    fails("S3", "S1, but a page is a return 15 minutes before: another one writes seen, and a slice reads the old one",
          clients=[TICKS[6], AHEAD, PAGE], db=NEAR, before=dormant.SKEW, **DORMANT),
    holds("S4", "a is dormant: a publish by any clock, an edit, a page",
          clients=[TICKS[6], ("publish_tick", "q", dormant.SKEWS, "eq"), PAGE], db=GONE, **DORMANT),
    fails("S5", "S4, but the gap ends a minute after the page: a publisher's clock is ahead", clients=[TICKS[6], AHEAD, PAGE], db=GONE,
          after=dormant.MINUTE, **DORMANT),
    fails("S6", "S4, but the gap ends 15 minutes after the page: a slice reads the old seen", clients=[TICKS[6], AHEAD, PAGE], db=GONE,
          after=dormant.SKEW, **DORMANT),
    fails("S7", "S4, but in the gap home rows go before author feeds: a publication sees the return, its edit does not",
          clients=[TICKS[6], AHEAD + ("eq",), PAGE], db=GONE, gap_rows="first", **DORMANT),
    fails("S8", "S7 with a retraction", clients=[TICKS[6], AHEAD + ("rq",), PAGE], db=GONE, gap_rows="first", **DORMANT),
    fails("S9", "S4, but pages show home rows beside author feeds", clients=[TICKS[6], AHEAD, PAGE], db=GONE, gap_rows="shown", **DORMANT),
    holds("S10", "a is dormant: a post from before is edited and retracted", clients=[TICKS[6], ("change_post", "ep", "rp")] + PAGES, db=OLD,
          **DORMANT),
    fails("S11", "S10, but slices go by the clock", clients=[TICKS[6], ("change_post", "ep"), PAGE], db=OLD, decides="clock", **DORMANT),
    fails("S12", "S11 with a retraction", clients=[TICKS[6], ("change_post", "rp"), PAGE], db=OLD, decides="clock", **DORMANT),
    holds("S13", "a is dormant: another post is retracted", clients=[TICKS[6], AHEAD + ("rq",), ("change_post", "rp"), PAGE], db=MISSED,
          **DORMANT),
    # the row of A
    holds("S14", "A is raised", clients=[TICKS[5], ("put_away", dormant.SKEWS, 40), AHEAD, PAGE], db=BETWEEN, **DORMANT),
    fails("S15", "S14, but a page is a return by the new A", clients=[TICKS[5], ("put_away", dormant.SKEWS, 40)], db=BETWEEN, returns=40, **DORMANT),
    holds("S16", "A is ended", clients=[TICKS[5], ("put_away", dormant.SKEWS, None), AHEAD, PAGE], db=BETWEEN, **DORMANT),
    holds("S18", "A is ended and set again", clients=[TICKS[4], ("put_away", (0,), None, 40), AHEAD, PAGE], db=BETWEEN, **DORMANT),
    holds("S19", "a has no row: a publish, an edit and a retraction, and a looks for the first time",
          clients=[("time_passes", 1, 20, 1), AHEAD + ("eq",), ("change_post", "rp"), PAGE], db=ROWLESS, worker_skews=dormant.SKEWS, **DORMANT),
    fails("S20", "S19, but slices pass over readers without a row: the page does not know",
          clients=[("time_passes", 1, 20, 1), AHEAD, PAGE], db=ROWLESS, passes_rowless=True, **DORMANT),
    holds("S23", "A is set for the first time, and a looks for the first time",
          clients=[("time_passes", 1, 1, 10, 9, 1, 1), ("put_away", (0,), 20), AHEAD, PAGE], **DORMANT),
    holds("S24", "A is lowered", clients=[TICKS[7], ("put_away", (0,), 20), AHEAD, PAGE], db=LOWER, **DORMANT),
    # what a page writes, and does not
    holds("S28", "two pages return at once", clients=[TICKS[4], AHEAD] + PAGES, db=MISSED, **DORMANT),
    fails("S29", "S28, but the page whose update lost does not go by its gap", clients=[TICKS[4], AHEAD] + PAGES, db=MISSED, lost=False,
          **DORMANT),
    fails("S30", "a page with ?seen=false does not go by its gap", clients=[TICKS[4], AHEAD], db=MISSED, digest_gap=False, **DORMANT),
    holds("S31", "a returns twice within the retention, and looks when it is over",
          clients=[("time_passes", 1, 1, 30, 30, 1), AHEAD] + PAGES, db=TWICE, **DORMANT),
    fails("S32", "S31, but only the last gap counts", clients=[TICKS[4], PAGE], db=TWICE, gaps="last", **DORMANT),
    holds("S33", "a worker remembers what it read of seen", clients=[TICKS[6], AHEAD + ("eq",), PAGE], db=GONE, memory="seen", **DORMANT),
    fails("S34", "S33, but it remembers who is dormant", clients=[LATER, AHEAD, ("publish_tick", "r", (dormant.SKEW,)), PAGE], db=GONE,
          memory="dormant", **DORMANT),
    holds("S35", "pages read the reader's row eventually consistent", clients=[TICKS[5], AHEAD] + PAGES, db=GONE, page_reads="eventual",
          **DORMANT),
    holds("S36", "a unfollows and follows again, b follows",
          clients=[TICKS[3], AHEAD, PAGE, ("follow_awake", "-a", "+a"), ("follow_awake", "+b")], db=MISSED, **DORMANT),
    holds("S37", "a follows while dormant, the post is edited and retracted", clients=[TICKS[4], ("follow_awake", "+a"),
          ("change_post", "ep", "rp"), PAGE], db=MISSED, **{**DORMANT, "followers": ""}),
    holds("S38", "a walk, a post a page, beside a return, a publish, and A that is raised",
          clients=[TICKS[2], ("publish_tick", "r", (dormant.SKEW,)), ("put_away", (0,), 40), PAGE, ("walk_gap", "a", dormant.SKEW)],
          db={**MISSED, "truth:q": ("live", 1, -32, False), "home:a:q": 1}, **DORMANT),
    # a follows more than 1,000
    holds("S39", "a return, a publish, two rebuilds", clients=[LATER, AHEAD, PAGE, PAGE_2], db=MANY, **DORMANT),
    fails("S40", "S39, but the second rebuild begins at once: a slice reads the old row then", clients=[TICKS[4], AHEAD] + PAGES, db=MANY,
          again=0, **DORMANT),
    fails("S41", "S39, but the second rebuild is joined with the first one, which still runs",
          clients=[("time_passes", 1, 8, 1), AHEAD] + PAGES, db=MANY, rebuilds="joined", **DORMANT),
    fails("S42", "S39, but the second rebuild begins after its mark is removed", clients=[LATER, AHEAD] + PAGES, db=MANY, rebuilds="after",
          **DORMANT),
    holds("S43", "a follows while dormant, the post is edited and retracted", clients=[LATER, ("follow_awake", "+a"),
          ("change_post", "ep", "rp"), PAGE], db=MANY, **{**DORMANT, "followers": ""}),
    fails("S44", "S43, but pages do not ask author feeds about home rows",
          clients=[LATER, ("follow_awake", "+a"), ("change_post", "rp"), PAGE], db=MANY, checks_rows=False, **{**DORMANT, "followers": ""}),
    holds("S45", "a follows more than 1,000 after the return", clients=[LATER, ("grow", "a")] + PAGES, db=MISSED, **DORMANT),
    fails("S46", "S45, but only a return counts", clients=[LATER, ("grow", "a")] + PAGES, db=MISSED, grown=False, **DORMANT),
    # what is left of retracted posts
    holds("S49", "a follows while dormant, the post is retracted, and no page comes",
          clients=[TICKS[2], ("follow_awake", "+a"), ("change_post", "ep", "rp")], db=MISSED, **{**DORMANT, "followers": ""}),
    fails("S50", "S49, but a follow brings what slices pass over", clients=[TICKS[2], ("follow_awake", "+a"), ("change_post", "rp")], db=MISSED,
          follow_passes=False, **{**DORMANT, "followers": ""}),
    holds("S51", "A is lowered: a has a post that the new A would pass over, and it is edited and retracted",
          clients=[TICKS[9], ("put_away", dormant.SKEWS, 20), ("change_post", "ep", "rp")], db=HAS, **DORMANT),
    fails("S52", "S51, but slices go by the new A with all posts once its time has come",
          clients=[TICKS[9], ("put_away", (0,), 20), ("change_post", "rp")], db=HAS, from_by="clock", **DORMANT),
    holds("S53", "S51 with a publish, and pages", clients=[TICKS[9], ("put_away", (0,), 20), AHEAD + ("rq",), ("change_post", "rp"), PAGE],
          db=HAS, **DORMANT),
    holds("S55", "A is lowered while a post is published and retracted, and no page comes",
          clients=[TICKS[9], ("put_away", (0,), 20), AHEAD + ("rq",)], db=HAS, **DORMANT),
    fails("S25", "S55, but slices go by the new A with posts from its write on: one by an old copy has brought the post",
          clients=[TICKS[9], ("put_away", (0,), 20), AHEAD + ("rq",)], db=HAS, from_lead=0, **DORMANT),
    # left open
    fails("S47", "left open: S4 with clocks that differ by 30 minutes", clients=[TICKS[6], ("publish_tick", "q", (2 * dormant.SKEW,)), PAGE],
          db=GONE, **DORMANT),
    fails("S48", "left open: S4 with a page that stands still between its clock and its update", clients=[TICKS[6], AHEAD, PAGE], db=GONE,
          page_call=9, **DORMANT),
    fails("S54", "left open: b, who is dormant, follows when A is lowered, and a slice goes by an old copy of A",
          clients=[TICKS[2], ("put_away", (0,), 20), ("change_post", "rp"), ("follow_awake", "+b")],
          db={**HAS, "active:b": ((-50, dormant.Active(-50)),)}, **DORMANT),
    # ---- Z: several changes at once
    holds("Z1", "two posts, a unfollows",
          followers="a", posts="pq", clients=[("follow", "-a")], stayers=""),
    holds("Z2", "edit; unfollow, follow again",
          followers="a", clients=[("edit", "p"), ("follow", "-a", "+a")], stayers=""),
    holds("Z3", "slices of 2; edit, c unfollows",
          followers="ac", slice_size=2, clients=[("edit", "p"), ("follow", "-c")], stayers="a"),
    holds("Z4", "inline delivery: edit, retract, c follows",
          followers="a", slice_size=2, inline="atomic", clients=[("edit", "p"), ("retract", "p"), ("follow", "+c")],
          stayers="a"),
    holds("Z5", "inline delivery: edit; unfollow, follow again; crash 1, second look",
          followers="a", slice_size=2, inline="atomic", clients=[("edit", "p"), ("follow", "-a", "+a")], stayers="",
          crashes=1, second_look=True),
    # ---- F: all mechanisms together (inline delivery, second look, deadline or looks)
    holds("F1", "edit; crash 1, duplicate 1 after the deadline, early sweep 1",
          followers="ab", slice_size=2, inline="atomic", clients=[("edit", "p")], crashes=1, duplicates=1,
          early_sweeps=1, deadline=True, second_look=True),
    holds("F2", "retract; crash 1, duplicate 1 after the deadline, early sweep 1",
          followers="ab", slice_size=2, inline="atomic", clients=[("retract", "p")], crashes=1, duplicates=1,
          early_sweeps=1, deadline=True, second_look=True),
    holds("F3", "unfollow, follow again; crash 1, duplicate 1 after the deadline",
          followers="a", slice_size=2, inline="atomic", clients=[("follow", "-a", "+a")], stayers="", crashes=1,
          duplicates=1, deadline=True, second_look=True),
    holds("F4", "two slices, a unfollows; crash 1",
          followers="ab", inline="atomic", clients=[("follow", "-a")], stayers="b", crashes=1, deadline=True,
          second_look=True),
    holds("F7", "edit, c follows, one or two slices",
          followers="a", inline="atomic", clients=[("edit", "p"), ("follow", "+c")], stayers="a",
          second_look=True),
    holds("F8", "retract, a unfollows; crash 1",
          followers="a", slice_size=2, inline="atomic", clients=[("retract", "p"), ("follow", "-a")], stayers="",
          crashes=1, deadline=True, second_look=True),
    holds("F9", "two handlers of a message: edit, and unfollow, follow again; crash 1",
          followers="a", clients=[("edit", "p"), ("follow", "-a", "+a")], crashes=1, duplicates=1, stayers="", second_look=True,
          looks=True, **INLINE),
    holds("F10", "two handlers of a message: narrowing, unfollow, pages; crash 1",
          followers="a", clients=[("permit", "p", "b"), ("follow", "-a")], crashes=1, duplicates=1, stayers="", second_look=True,
          looks=True, check_pages=True, recall_outlasts="looks", **INLINE),
]
