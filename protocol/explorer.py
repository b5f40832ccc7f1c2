"""The explorer: visits every state that a case can reach. Breadth first, each trace is a shortest one; depth first, what fails is found
in a fraction of the states.

A program is a generator. It yields one storage step at a time, (function, *arguments), and receives the step's result. Each step is
atomic. A process in a state is the tuple
    (kind, program, arguments, results so far, message it holds, whether its last step wrote, epoch in which it started).
Replaying the generator over the results so far gives the next step (memoised). ("goto", program, arguments) forgets the results.
Kinds: "w" worker, "a" API, "r" system (relay and sweep), "z" a write without an answer that is still to be carried out.

The adversary, bounded by a case's budgets, may crash a process right after one of its writes (a crash at any other point equals one of
these, or equals a process that never started), deliver a message again while a handler still holds it (visibility timeout passed, or an
SQS duplicate), start a sweep early (a sweep that takes a slow worker for a dead one), and let a write of a home feed get no answer: it is
sent again, which succeeds, and the first one is carried out at any time before what waits for its handler. Not bounded are the order of all steps, delays,
the redelivery after a crash, and the relay.
"""
import time
from array import array
from collections import deque


class Switches:
    """The switches of the case that is being explored, one attribute each (set by cases.py)."""


PROGRAMS = {}
DELAYED = ("second_look", "expire", "look")           # messages that wait until handlers from before are gone


def program(f):
    assert f.__name__ not in PROGRAMS, f.__name__
    PROGRAMS[f.__name__] = f
    return f


def writes(f):
    f.writes = True
    return f


def reads(f):
    f.writes = False
    return f


@writes
def send(d, body):
    raise AssertionError("the explorer does it")


@reads
def choose(d, *options):
    """Any of the options."""
    raise AssertionError("the explorer does it")


class Explorer:
    SOURCE_OF_TRUTH = {"get_truth", "query_author_feed"}
    HOME_WRITES = {"put_home", "delete_home"}
    FOLLOWERS = {"follows", "query_range", "query_page", "query_followers"}

    def __init__(self, case, reduce=True):
        self.case = case
        self.reduce = reduce
        self.ids = {}
        self.values = []
        self.step_memo = {}
        self.result_memo = {}
        self.steps = {}

    def intern(self, value):
        i = self.ids.get(value)
        if i is None:
            i = len(self.values)
            self.ids[value] = i
            self.values.append(value)
        return i

    # ---- processes
    def process(self, kind, name, args, results, message, wrote, epoch):
        """Resolves gotos; returns the interned process."""
        while True:
            key = (name, args, results)
            step = self.step_memo.get(key)
            if step is None:
                g = PROGRAMS[name](*args)
                try:
                    step = next(g)
                    for r in results:
                        step = g.send(r)
                except StopIteration:
                    step = ("end",)
                self.step_memo[key] = step
            if step[0] == "goto":
                name, args, results = step[1], step[2], ()
                continue
            p = self.intern((kind, name, args, results, message, wrote, epoch))
            self.steps[p] = step
            return p

    # ---- successors: (label, taken by the adversary, state)
    def successors(self, state):
        case = self.case
        db_id, messages_id, ids, budget = state
        values = self.values
        db, messages = values[db_id], values[messages_id]
        ids = values[ids]
        crashes, duplicates, early, epoch, work = budget
        processes = [values[i] for i in ids]
        workers = sum(1 for p in processes if p[0] == "w")
        alone = self.only_one(ids, processes, crashes, duplicates)
        out = []
        self.run_processes(out, state, ids, processes, alone)
        if alone is not None:
            return out
        self.receive(out, state, db, messages, ids, processes, workers)
        if case.relay:
            for key, body in db:
                if key.startswith("unsent:") and not any(p[1] == "relay" and p[2][0] == key for p in processes):
                    p = self.process("r", "relay", (key, body), (), None, False, epoch)
                    out.append((("relay picks", key), False, (db_id, messages_id, self.with_process(ids, p), budget)))
        if case.sweep:
            self.sweep(out, state, db, messages, ids, processes, workers)
        return out

    def with_process(self, ids, p):
        return self.intern(tuple(sorted(ids + (p,))))

    def run_processes(self, out, state, ids, processes, alone):
        """Each process takes its next step, or crashes after one that wrote."""
        db_id, messages_id, _, budget = state
        messages = self.values[messages_id]
        crashes, duplicates, early, epoch, work = budget
        seen = set()
        for k, pid in enumerate(ids):
            if alone is not None and k != alone or pid in seen:
                continue
            seen.add(pid)
            kind, name, args, results, message, wrote, started = p = processes[k]
            step = self.steps[pid]
            rest = ids[:k] + ids[k + 1:]
            if step[0] == "end":
                after, left, db_after, budget_after = messages_id, rest, db_id, budget
                if message is not None:
                    kept = tuple(m for m in messages if m[:2] != message)
                    if self.unanswered(db_id, message):
                        db_after = self.answered(db_id, message)
                        look = self.case.look_after(message[0])
                        if look:
                            kept = self.enqueue(kept, self.timed(look, epoch + 1))
                            budget_after = (crashes, duplicates, early, epoch + 1, work)
                    after = self.intern(kept)
                    left = self.without_message(rest, message)
                out.append(((p, "acknowledges and ends"), False, (db_after, after, self.intern(left), budget_after)))
            elif step[0] is choose:
                for option in step[1:]:
                    np = self.process(kind, name, args, results + (option,), message, wrote, started)
                    out.append(((p, step, option), False, (db_id, messages_id, self.with_process(rest, np), budget)))
            else:
                f = step[0]
                db_after, messages_after, budget_after = db_id, messages_id, budget
                if f is send:
                    result = None
                    after_look = epoch + (step[1][0] == "look")       # it waits for its sender as well
                    budget_after = (crashes, duplicates, early, after_look, work + self.counts(step[1][0]))
                    messages_after = self.intern(self.enqueue(messages, self.timed(step[1], after_look)))
                else:
                    key = (db_id, step)
                    r = self.result_memo.get(key)
                    if r is None:
                        d = dict(self.values[db_id])
                        result = f(d, *step[1:])
                        sent = d.pop("send", None)
                        r = (self.intern(tuple(sorted((k2, v) for k2, v in d.items() if v is not None))), result, sent)
                        self.result_memo[key] = r
                    db_after, result, sent = r
                    if sent:
                        messages_after = self.intern(self.enqueue(messages, self.timed(sent, epoch)))
                    if f.__name__ in ("tx_unfollow", "tx_block"):
                        unfollowed = [x for x in self.values[db_after] if x[0] != "unfollowed"]
                        db_after = self.intern(tuple(sorted(unfollowed + [("unfollowed", epoch + 1)])))
                    if getattr(f, "commits_change", False):
                        budget_after = (crashes, duplicates, early, epoch + 1, work)
                    elif self.counts(f.__name__):
                        budget_after = (crashes, duplicates, early, epoch, work + 1)
                np = self.process(kind, name, args, results + (result,), message,
                                  f.writes or (alone is not None and bool(wrote)), started)
                out.append(((p, step, result), False,
                            (db_after, messages_after, self.with_process(rest, np), budget_after)))
                if self.case.answers_lost and message and f.__name__ in self.HOME_WRITES and self.has(db_id, "answers lost"):
                    late = self.process("z", "late_write", (step,), (), None, False, started)
                    out.append(((p, step, "NO ANSWER, sent again"), True,
                                (self.loses_answer(db_after, message), messages_after,
                                 self.with_process(rest + (late,), np), budget_after)))
            if wrote and crashes > 0 and kind in self.case.crash_kinds and alone is None:
                out.append(((p, "CRASH"), True,
                            (self.answered(db_id, message), messages_id, self.intern(rest),
                             (crashes - 1, duplicates, early, epoch, work))))

    # ---- writes without an answer: the store has the adversary's budget, and which handlers know of one
    def changed(self, db_id, changes):
        d = {**dict(self.values[db_id]), **changes}
        return self.intern(tuple(sorted((k, v) for k, v in d.items() if v)))

    def loses_answer(self, db_id, message):
        left = dict(self.values[db_id])["answers lost"] - 1
        return self.changed(db_id, {"answers lost": left, f"unanswered:{message}": 1})

    def has(self, db_id, name):
        return any(key == name for key, _ in self.values[db_id])

    def unanswered(self, db_id, message):
        return self.case.answers_lost and self.has(db_id, f"unanswered:{message}")

    def answered(self, db_id, message):
        return self.changed(db_id, {f"unanswered:{message}": None}) if self.unanswered(db_id, message) else db_id

    def receive(self, out, state, db, messages, ids, processes, workers):
        """A worker receives a message; or SQS moves one to the dead-letter queue."""
        case = self.case
        db_id, messages_id, procs_id, budget = state
        crashes, duplicates, early, epoch, work = budget
        held = {p[4] for p in processes if p[4] is not None}
        looked = any(key == "looked" for key, _ in db)
        for m in messages:
            body, copy, receives = m
            message = (body, copy)
            if body[0] in DELAYED and not self.is_due(body, looked, messages, held, processes):
                continue
            base, budget_after, adversary, note = ids, budget, False, ""
            if message in held:
                if duplicates <= 0:
                    continue
                adversary, budget_after = True, (crashes, duplicates - 1, early, epoch, work)
                note = "AGAIN, while the first handler lives"
                if Switches.deadline:
                    base = tuple(i for i in ids if self.values[i][4] != message)
                    note = "again after its visibility timeout (the first handler stopped at its deadline)"
                elif workers >= case.workers:
                    continue
            elif workers >= case.workers:
                continue
            if case.max_receives and receives >= case.max_receives:
                left = tuple(x for x in messages if x != m)
                after = self.intern(self.enqueue(left, case.redriven(body)) if Switches.redrive else left)
                out.append((("SQS moves", body, "to the dead-letter queue"), False, (db_id, after, procs_id, budget)))
                continue
            name, args, by_receipt = case.handler(body, receives > 0 or message in held, looked)
            after, db_after = messages_id, db_id
            if body[0] == "second_look" and not looked and body[1] >= dict(db).get("unfollowed", 0):
                db_after = self.intern(tuple(sorted(db + (("looked", 1),))))
            if case.max_receives or by_receipt and receives < (2 if case.check_pages else 1):
                after = self.intern(
                    tuple(sorted(tuple(x for x in messages if x != m) + ((body, copy, receives + 1),), key=repr)))
            p = self.process("w", name, args, (), message, None, epoch)
            out.append((("worker receives", body, note), adversary,
                        (db_after, after, self.with_process(base, p), budget_after)))

    def counts(self, name):
        """Whether the case bounds the number of these messages or writes."""
        return self.case.at_most is not None and name in self.case.at_most[:-1]

    @staticmethod
    def timed(body, epoch):
        """A message that is delayed until earlier handlers are gone gets the moment of its send."""
        return body[:1] + (epoch,) + body[2:] if body[0] in DELAYED else body

    @staticmethod
    def is_due(body, looked, messages, held, processes):
        """Whether what must be gone before a delayed message is received is gone: handlers from before the change; for a second look
        slices that do not check first who follows; for the end of a recall what a process that died has left to its message, and what
        one that requeued has left to the next attempt."""
        workers = [p for p in processes if p[0] in "wz"]
        if body[0] == "look" and Switches.looks == "early":
            return True
        if any(p[6] < body[1] for p in workers):
            return False
        if body[0] == "look":
            return True
        if body[0] == "second_look":
            return looked or Switches.second_look == "early" or not any(p[4] and p[4][0][0] == "slice" for p in workers)
        returned = any(receives > ((b, copy) in held) for b, copy, receives in messages)
        if Switches.recall_outlasts == "requeues" and any(b[0] == "slice" and b[6] is not None for b, _, _ in messages):
            return False
        if Switches.recall_outlasts == "looks" and any(b[0] == "look" for b, _, _ in messages):
            return False
        return Switches.recall_outlasts == "handlers" or not returned

    def sweep(self, out, state, db, messages, ids, processes, workers):
        """The sweep looks at each open job once nothing moves any more; early, if the case allows that."""
        db_id, messages_id, _, budget = state
        crashes, duplicates, early, epoch, work = budget
        if any(p[0] == "r" and p[1] != "relay" for p in processes):
            return
        # A continued plan may wait for ever for slices that no process sent: the sweep goes by progress, not by queues.
        waits = all(m[0][0] == "plan" and m[0][2:3] == (True,) for m in messages)
        stalled = waits and workers == 0 and not any(key.startswith("unsent:") for key, _ in db)
        if not stalled and early <= 0:
            return
        for j in self.case.open_jobs(dict(db)):
            p = self.process("r", "sweep", (j,), (), None, False, epoch)
            after = budget if stalled else (crashes, duplicates, early - 1, epoch, work)
            out.append((("sweep looks at job", j, "" if stalled else "EARLY"), not stalled,
                        (db_id, messages_id, self.with_process(ids, p), after)))

    def only_one(self, ids, processes, crashes, duplicates):
        """Partial-order reduction: the index of a process whose next step commutes with every step of the others (it reads what
        nothing can change any more, sends, or acknowledges what cannot come again), so that exploring it alone loses nothing."""
        if not self.reduce:
            return None
        clients = {p[1] for p in processes if p[0] == "a"}
        truth_fixed = clients.isdisjoint(("edit", "retract", "publish", "permit"))
        followers_fixed = clients.isdisjoint(("follow", "arrive", "block", "import_follow"))
        for k, p in enumerate(processes):
            step = self.steps[ids[k]]
            may_crash = p[5] and crashes > 0 and p[0] in self.case.crash_kinds
            if step[0] == "end":
                if not may_crash and (p[4] is None or p[4][1] is None or duplicates == 0):
                    return k
                continue
            f = step[0]
            n = f.__name__
            if f is choose:
                return k
            if p[5] is None and duplicates == 0 and not f.writes:
                return k
            if n == "get_slice" or (n in self.SOURCE_OF_TRUTH and truth_fixed) or (n in self.FOLLOWERS and followers_fixed):
                return k
            if n == "send" and not may_crash:
                return k
            if n == "delete_outbox" and not self.case.relay and not may_crash:
                return k
        return None

    def without_message(self, ids, message):
        """The processes, of which those that hold a message that was just deleted hold none. A second look waits for those of slices."""
        kept = (message[0][:1], None) if message[0][0] == "slice" and Switches.second_look is True else None
        out = []
        for i in ids:
            p = self.values[i]
            out.append(self.process(*p[:4], kept, *p[5:]) if p[4] == message else i)
        return tuple(sorted(out))

    @staticmethod
    def enqueue(messages, body):
        """At most two copies of a message are kept: more change nothing."""
        have = [m[1] for m in messages if m[0] == body]
        for copy in range(2):
            if copy not in have:
                return tuple(sorted(messages + ((body, copy, 0),), key=repr))
        return messages

    @staticmethod
    def describe(label):
        """A step as a line of a trace. Labels are not formatted before: that would take most of the time."""
        def call(name, arguments):
            return f"{name}({', '.join(map(str, arguments))})"

        if isinstance(label[0], str):
            return " ".join(str(x) for x in label if x != "")
        p = label[0]
        who = {"w": "worker", "a": "api", "r": "system", "z": "late"}[p[0]] + f"[{call(p[1], p[2])}]"
        if len(label) == 2:
            return f"{who}: {label[1]}"
        return f"{who}: {call(label[1][0].__name__, label[1][1:])} -> {label[2]}"

    # ---- search
    def run(self, max_states, deep=False):
        case = self.case
        start = time.time()
        clients = tuple(sorted(self.process("a", n, a, (), None, False, 0) for n, a in case.clients))
        first = (self.intern(tuple(sorted(case.db.items()))), self.intern(tuple((m, 0, 0) for m in case.messages)),
                 self.intern(clients), (case.crashes, case.duplicates, case.early_sweeps, 0, 0))
        seen = {first: 0}
        states = [first]
        parent = array("q", [-1])
        sources, targets = array("q"), array("q")      # of the steps that are not the adversary's
        at_rest = []
        checked = {}
        todo = deque([0])
        transitions = 0
        violation = None
        bounded = False
        while todo:
            i = todo.pop() if deep else todo.popleft()
            state = states[i]
            wrong = checked.get(state[0])
            if wrong is None:
                wrong = checked[state[0]] = case.always(dict(self.values[state[0]])) or ""
            if not wrong and case.at_most and state[3][4] > case.at_most[-1]:
                wrong = f"more than {' '.join(map(str, case.at_most[::-1]))}"
            if wrong:
                violation = (i, wrong)
                break
            successors = self.successors(state)
            if all(adversary for _, adversary, _ in successors):
                wrong = case.at_rest(dict(self.values[state[0]]))
                if wrong:
                    violation = (i, "at rest: " + wrong)
                    break
                at_rest.append(i)
            for _, adversary, target in successors:
                transitions += 1
                j = seen.get(target)
                if j is None:
                    if len(states) >= max_states:
                        bounded = True
                        continue
                    j = len(states)
                    seen[target] = j
                    states.append(target)
                    parent.append(i)
                    todo.append(j)
                if not adversary:
                    sources.append(i)
                    targets.append(j)
        if violation is None and not bounded:
            stuck = self.stuck(len(states), sources, targets, at_rest)
            if stuck is not None:
                violation = (stuck, "no fair continuation comes to rest")
        return dict(states=len(states), transitions=transitions, seconds=time.time() - start, bounded=bounded,
                    violation=violation and violation[1], rests=len(at_rest),
                    trace=self.trace(states, parent, violation[0]) if violation else [])

    @staticmethod
    def stuck(n, sources, targets, at_rest):
        """A state from which no state at rest can be reached without the adversary, or None: liveness."""
        offset = array("q", [0]) * (n + 1)
        for x in targets:
            offset[x + 1] += 1
        for k in range(n):
            offset[k + 1] += offset[k]
        position = array("q", offset)
        backward = array("q", [0]) * len(sources)
        for e in range(len(sources)):
            x = targets[e]
            backward[position[x]] = sources[e]
            position[x] += 1
        reaches = bytearray(n)
        stack = list(at_rest)
        for g in at_rest:
            reaches[g] = 1
        while stack:
            x = stack.pop()
            for e in range(offset[x], offset[x + 1]):
                y = backward[e]
                if not reaches[y]:
                    reaches[y] = 1
                    stack.append(y)
        k = reaches.find(0)
        return k if k >= 0 else None

    def trace(self, states, parent, i):
        path = []
        while i >= 0:
            path.append(i)
            i = parent[i]
        path.reverse()
        out = []
        for a, b in zip(path, path[1:]):
            out.append(self.describe(next(l for l, _, target in self.successors(states[a]) if target == states[b])))
        out.append("state: " + ", ".join(f"{k}={v}" for k, v in self.values[states[path[-1]][0]]))
        return out
