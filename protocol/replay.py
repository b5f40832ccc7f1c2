"""Replays what the handlers of a simulated run did in the model's programs: protocol/run --replay FILE...

A line of a file is a handler: its message, its calls with their answers, and how it ended. The program of its message gets the observed answers,
and each step that it takes must be the next observed one: the same function with the same arguments. Where the model may choose, both ways are
tried. A handler may end anywhere if its process ended, and is judged up to the first call that failed for good. Replayed are plans, slices, follows
and unfollows, and their looks; not replayed are rebuilds, sweeps, the API, and handlers that meet what model.py does not have (NotModelled).

Product and model differ in these, and in nothing else; code below names the rule by a comment:

    progress: the time of the last progress, which only the sweep reads, is written and is not in the model
    copies: reads of what the model does not have: the dormant setting, blocks (for a count by reasons), the recall before a close
    notifications: a follow or an unfollow refreshes those of its author before its end
    erasure: a retraction's texts are erased before its close
    sent: messages do not say what was true when they were sent: no step of this design reads it
    truth before writes: a plan and a slice read the truth just before the writes of recipients, not at their begin: it is the later
        read, and what is written is read again after it either way. Without recipients they read nothing
    truth of the gone: the truth is read again also after the deletes of a retracted post, which stays one
    truth of nothing: it is read also if nothing was written, before the rest is sent
    row of a slice: the message has the slice's bounds; who sends it again reads them
    last page: a page that does not reach the end of the slice's range is followed by an empty one
    reasons: recipients who may not read the post count as skipped, with a reason; in the model as delivered
    look: a look reads its job before the truth; that of a plan continues it. Two looks follow each other at most, and four receipts
    look before the rest: the look of a handler whose write got no answer is sent before the message with the rest, in the model after
        it
    plan with a position: a plan that has a position reads its job first
    plan that goes on: a repeated plan that pauses reads the truth: if that is unchanged, its next part is not repeated
    close of a complete job: a plan that finds its job complete does not try to close it
    first message: the first message of a plan is sent at once, in the model that of the first slice
    first look: the first look of an unfollow is not looked at again: the last one covers it
    newest first: a walk of an unfollow brings the newest posts of each author before it reads the home feed, each as a follow does, and
        then goes only to what it finds beside them; the model does both at once
    by key: the author feed is read by its newest posts, and by key for those that were acted on; not what is older than the retention
    end of a pair: what ends an unfollow is a read and one or two transactions, which the model has as one step
    loop: a plan whose inline delivery or superseding lost to another plan goes on as what it is, repeated or not; so does one after its
        own close
"""
import json
from collections import Counter, namedtuple
from copy import copy

from cases import CORRECTED, Case
from explorer import PROGRAMS, Switches, choose, send
from model import INLINE, Job, Receipt, Walk, is_live, own_job, unchanged

# The full design (cases F), with the sizes of the simulation, and every failure that the model knows.
DESIGN = dict(CORRECTED, slice_size=2, max_pending=2, inline="atomic", reads_ahead=True, second_look=True, looks=True, batch_size=10, page_size=100,
              feed_page=500, failures=True, times_out=True, refuses=True)
RETENTION = 30 * 24 * 3600 * 1000
SENT = ("live", 0, "*", 0)
Step = namedtuple("Step", "function arguments result failed", defaults=(None, False))
Node = namedtuple("Node", "at used program arguments results parent")


class NotModelled(Exception):
    """What the handler met that model.py does not have."""


class Handler:
    """A handler as observed: its message in the model's form, and groups of steps; those of a group may come in any order."""

    def __init__(self, line):
        self.line, self.message = line, line["message"]
        self.changes, self.authors, self.found, self.refused = {}, {}, None, None
        if "planted" in self.message or self.message["type"] not in ("plan", "deliver", "reconcile"):
            raise NotModelled("planted" if "planted" in self.message else self.message["type"])
        self.attempt, self.rechecks = self.message.get("attempt", 0), self.message.get("rechecks", 0)
        self.again = line["receives"] > 1 or self.attempt > 0
        self.old = line["at"] - self.message.get("firstSentAt", line["sentAt"]) > line["life"]
        self.crashed, self.cut, self.unanswered, self.look_at_end = line["end"] == "crashed", False, False, False
        self.groups = []
        self.name = self.message["author"]
        self.reader = self.message.get("follower")
        if not self.reader:
            self.read_job(line)
        self.body = self.body_of(self.message)
        self.read_calls()
        self.align()
        if self.reader:
            self.align_walk()

    def read_job(self, line):
        job = next((c["response"]["Item"] for c in line["calls"] if c.get("store") == "JobStore.find" and c.get("response", {}).get("Item")), None)
        if job is None:
            raise NotModelled("no job was read")
        if "onRead" in job:
            raise NotModelled("a post on read")
        if "mentions" in job and job["state"] == "ACCEPTED":
            raise NotModelled("mentions")
        if job.get("post", job["pk"]) == job["pk"]:
            self.name = "p"
        else:
            self.name = f"{job['cause'][0]}{self.change(job['pk'])}p"

    def change(self, job):
        """The number of a change: that of the handler's own job is 1, and others are later. Of a new post's job all are."""
        return self.changes.setdefault(job, len(self.changes) + 1) if job else 0

    # ---- the product's forms in the model's
    def truth(self, item):
        if not item or "gone" in item:
            return ("gone", 0, "", self.change((item or {}).get("change")))
        if "onRead" in item:
            raise NotModelled("a post on read")
        users = tuple(sorted(item.get("readers", ())))
        if self.reader:                                        # a user of the model is one author of the reader here
            users = (item["author"],) if self.reader in users else ()
        audience = {None: "*", "followers": "F"}.get(item.get("audience"), users)
        return ("live", item["revision"], audience, self.change(item.get("change")))

    def job_of(self, item):
        return Job(item["state"], item["expected"], item["planned"], tuple(sorted(item.get("pending", ()))), item["delivered"], item["skipped"])

    def body_of(self, m):
        if m["type"] == "plan":
            return ("plan", self.name, m["goesOn"] or "after" in m, m.get("attempt", 0) > 0, m.get("after", ""))
        if m["type"] == "reconcile" and m["change"] == "request":
            raise NotModelled("a request")
        if m["type"] == "reconcile":
            seen = tuple(sorted(m.get("seen", {}).items()))
            step = "follow" if m["change"] == "follow" else ("first", "last", "shared")[m["look"] - 1]
            if m["look"] > 1 and "after" not in m:
                return ("second_look", None, m["author"], m["tick"], step, seen)
            return ("reconcile", m["author"], m["tick"], step, m.get("after", ""), seen)
        if m["type"] != "deliver":
            raise NotModelled("sends " + m["type"])
        if m.get("dormant"):
            raise NotModelled("dormant readers")
        recipients = tuple(m.get("recipients", ()))
        settled = m.get("delivered", 0) + m.get("not-permitted", 0) if m.get("attempt") else None
        return ("slice", self.name, m["slice"], recipients, m.get("after", None if recipients else ""), SENT, settled)

    def sent(self, text):
        m = json.loads(text)
        body = self.body_of(m)
        return Step("send", (norm(("look", None, body) if m.get("rechecks", 0) > self.rechecks else body),))

    # ---- calls
    def read_calls(self):
        calls = [c for c in self.line["calls"] if c["operation"] != "getQueueUrl"]
        i = 0
        while i < len(calls):
            n, lost = i + 1, 0
            while n < len(calls) and (self.is_retry(calls[n - 1], calls[n]) or self.is_rest(calls[i:n], calls[n])):
                lost += "Timeout" in calls[n - 1].get("failure", "")
                n += 1
            run, i = calls[i:n], n
            if "response" not in run[-1] and "failure" not in run[-1]:     # the process ended in the call
                self.crashed = True
                return
            group = self.steps(run, lost)
            if group:
                self.groups.append(group)
            if group and any(s.failed for s in group):
                self.cut = True
                return

    @staticmethod
    def is_retry(one, next_one):
        if one.get("store") != next_one.get("store"):
            return False
        if one.get("store") in ("FollowStore.end", "FollowStore.endHidden"):                 # end of a pair
            return not next_one["operation"].endswith("GetItem") or one["operation"].endswith("GetItem")
        if one.get("store") == "FeedStore.posts":                                        # by key
            return True
        if one["operation"] != next_one["operation"]:
            return False
        if one["operation"] == "batchWriteItem":
            left = one["response"].get("UnprocessedItems") if "response" in one else one["request"]["RequestItems"]
            return bool(left)
        if one["operation"] == "transactWriteItems":
            return "failure" in one
        return "failure" in one and one["request"] == next_one["request"]

    @staticmethod
    def is_rest(run, next_one):
        """Whether it writes what is left of a batch that goes on in smaller ones."""
        if any(c["operation"] != "batchWriteItem" or c.get("store") != run[0].get("store") for c in (*run, next_one)):
            return False
        left = [w for table in run[0]["request"]["RequestItems"].values() for w in table]
        for c in run:
            if "response" in c:
                refused = [w for table in c["response"].get("UnprocessedItems", {}).values() for w in table]
                left = [w for w in left if w in refused or not any(w in table for table in c["request"]["RequestItems"].values())]
        return all(w in left for table in next_one["request"]["RequestItems"].values() for w in table)

    def steps(self, run, lost):
        last = run[-1]
        store, request, response = last.get("store"), last["request"], last.get("response", {})
        item = response.get("Item") or response.get("Attributes") or last.get("item")
        item = item or next((r["Item"] for r in last.get("reasons", ()) if r.get("Item")), None)
        won = "response" in last
        failed = not won and item is None and not any(r.get("Code") == "ConditionalCheckFailed" for r in last.get("reasons", ()))
        if last["operation"] == "batchWriteItem" and store in ("FeedStore.putHome", "FeedStore.deleteHome", "FeedStore.writeHome"):
            return self.home_writes(run)
        if last["operation"] == "sendMessageBatch":
            refused = {r["Id"] for r in response.get("Failed", ())}
            return [self.sent(e["MessageBody"])._replace(failed=failed) for e in request["Entries"] if e["Id"] not in refused]
        if last["operation"] == "sendMessage":
            if "dead" in request["QueueUrl"]:
                raise NotModelled("a dead-letter message")
            return [self.sent(request["MessageBody"])._replace(failed=failed)]
        values = values_of(request)
        j = self.name
        if store == "JobStore.find":
            step = Step("get_job", (j,), item and self.job_of(item))
        elif store == "JobStore.slice":
            step = Step("get_slice", (j, int(request["Key"]["sk"][6:])), item and (item["first"], item["last"], item["size"]))
        elif store == "JobStore.putSlice":
            mine = request["Item"]
            row = item or mine
            step = Step("put_slice_or_read", (j, int(mine["sk"][6:]), mine["first"], mine["last"], mine["size"]), (row["first"], row["last"], row["size"]))
        elif store == "JobStore.advance":
            b = item and self.job_of(item)
            step = Step("advance", (j, values["number"], values["size"]), b and (won or lost > 0 and values["number"] in b.pending, b))
        elif store == "JobStore.endPlanning":
            step = Step("end_planning", (j, values["planned"]), item and (won, self.job_of(item)))
        elif store == "JobStore.finish":
            step = Step("finish_slice", (j, values["slice"], *self.counts(values)), item and self.job_of(item))
        elif store == "JobStore.close" and last["operation"] == "transactWriteItems":
            step = Step("tx_close", (j,), "closed" if won else "no")
        elif store in ("JobStore.closeInlineDelivery", "JobStore.supersede") and last["operation"] == "transactWriteItems":
            counts = self.counts(values) if store == "JobStore.closeInlineDelivery" else (0, 0)
            step = Step("tx_close_inline", (j, *counts), "closed" if won else item and item["state"])
        elif store == "FollowStore.followersAfter":
            step = Step("query_followers", (after_of(request), request["Limit"], False), users(response))
        elif store == "FollowStore.followersBetween" and request["Limit"] < DESIGN["page_size"]:
            step = Step("query_range", (values["first"], values["last"]), users(response))
        elif store == "FollowStore.followersBetween":
            step = Step("query_page", (values["first"], after_of(request), values["last"], request["Limit"]), users(response))
        elif store == "FollowStore.follows":
            step = Step("follows", (request["Key"]["pk"][10:] if self.reader else request["Key"]["sk"],), item is not None)
        elif store == "FeedStore.posts":
            step = Step("query_author_feed", (), None if failed else self.author_feed(run))
        elif store == "FeedStore.homePage":
            self.authors.update((i["sk"], i["author"]) for i in response.get("Items", ()))
            found = tuple((i["author"], i["sk"]) for i in response.get("Items", ()))
            step = Step("query_home", (after_of(request), request["Limit"]), (found, response.get("LastEvaluatedKey", {}).get("sk", "")))
        elif store == "ReaderStore.unfollows":
            step = Step("query_hidden", (self.name,), tuple((i["sk"].split("#")[1], i["tick"]) for i in response.get("Items", ())))
        elif store == "FollowStore.end":
            step = Step("tx_end_pair", (self.name, self.message["tick"]))
        elif store == "FollowStore.endHidden" and last["operation"] == "transactWriteItems":
            step = Step("tx_end_hidden", pair_of(next(w["Delete"]["Key"] for w in request["TransactItems"] if "outbox" in w["Delete"]["TableName"])))
        elif store == "OutboxStore.remove":
            step = Step("delete_outbox", ("pair:%s:%s" % pair_of(request["Key"])[::-1],))
        elif store == "FeedStore.truth":
            step = Step("get_truth", ("p",), self.truth(response.get("Item")))
        elif store in ("JobStore.touch", "JobStore.requeued", "OutboxStore.postpone"):                           # progress
            return []
        elif store in ("DormancyStore.get", "ReaderStore.blocked", "JobStore.close", "JobStore.closeInlineDelivery"):    # copies
            step = Step("other", ()) if failed else None
        elif store and store.startswith("NotificationStore."):                           # notifications
            step = Step("other", ()) if failed else None
        elif store and store.startswith("PostStore.erase"):                              # erasure
            step = Step("other", ()) if failed else None
        else:
            raise NotModelled(f"{store} {last['operation']}")
        return [step._replace(failed=failed)] if step else []

    def counts(self, values):                                                            # reasons
        if values.get("skippedDormant"):
            raise NotModelled("dormant readers")
        others = values.get("skippedNotPermitted", 0)
        return values["delivered"] + others, values["skipped"] - others

    def home_writes(self, run):
        """What a batch has written in the end, of as many requests as it took."""
        done = []
        for c in run:
            if "response" not in c:
                self.unanswered |= c["failure"] not in ("ProvisionedThroughputExceededException", "ThrottlingException")
                continue
            (table, writes), = c["request"]["RequestItems"].items()
            left = c["response"].get("UnprocessedItems", {}).get(table, [])
            for w in writes:
                if w not in left:
                    key = w["PutRequest"]["Item"] if "PutRequest" in w else w["DeleteRequest"]["Key"]
                    user, p = (key["author"] if "author" in key else self.authors[key["sk"]], key["sk"]) if self.reader else (key["pk"][5:], "p")
                    put = ("limited" in key or "followers" in key) and (key["revision"], "limited") or key.get("revision")
                    done.append(Step("put_home", (user, p, put)) if "PutRequest" in w else Step("delete_home", (user, p)))
        self.cut |= bool(self.reader) and len(done) < len(run[0]["request"]["RequestItems"].popitem()[1])
        return done

    def author_feed(self, run):                                                          # by key
        feed = {}
        for c in run:
            if "response" not in c:
                continue
            keys = [k for t in c["request"].get("RequestItems", {}).values() for k in t["Keys"]]
            items = c["response"].get("Items", ()) if not keys else [i for t in c["response"]["Responses"].values() for i in t]
            self.authors.update((k["sk"], k["pk"][5:]) for k in (*keys, *items))
            feed.update({k["sk"]: self.truth(None) for k in keys})
            feed.update({i["sk"]: self.truth(i) for i in items if keys or self.line["at"] - created(i["sk"]) < RETENTION})
        return tuple(sorted(feed.items()))

    # ---- differences of the order
    def align(self):
        looks = [i for i, g in enumerate(self.groups) if g[0].arguments and g[0].function == "send" and g[0].arguments[0][0] == "look"]
        for i in reversed(looks):
            if i:                                                                        # look before the rest
                self.look_at_end = True
                del self.groups[i]
        names = [g[0].function for g in self.groups]
        first = names[:1] == ["send"]
        if self.rechecks and names[first:first + 2] == ["get_job", "get_truth"]:         # look
            job, truth = self.groups[first:first + 2]
            self.groups[first:first + 2] = [truth] if unchanged(self.name, truth[0].result) else [truth, job]
        if self.body[0] == "plan" and self.body[4] and "get_job" in names[:2]:           # plan with a position
            self.groups = [g for i, g in enumerate(self.groups) if i > 1 or g[0].function != "get_job"]
        if self.body[0] == "plan" and self.again and len(self.groups) > 1 and not self.cut:     # plan that goes on
            (truth, *_), (last, *_) = self.groups[-2:]
            if truth.function == "get_truth" and last.function == "send" and last.arguments[0][:3] == ("plan", self.name, True):
                plan = last.arguments[0]
                if plan[3] != unchanged(self.name, truth.result):
                    self.groups[-2:] = [[Step("send", (plan[:3] + (True,) + plan[4:],))]]

    def align_walk(self):                                                                # newest first
        """Judges what a walk does before it reads the home feed, and sorts what follows by authors, as the program does."""
        names = [g[0].function for g in self.groups]
        if self.message["change"] == "follow" or names[:1] != ["query_hidden"] or "send" in names[:2] or "delete_outbox" in names[:3]:
            return
        hidden = self.groups[0][0].result
        authors = (self.name,) + tuple(x for x, tick in sorted(self.message.get("seen", {}).items()) if (x, tick) in hidden)
        begin = 1 if self.name in dict(hidden) else 2
        end = names.index("query_home") if "query_home" in names else len(names)
        before, acted = self.by_author(self.groups[begin:end]), set()
        for x, groups in before:
            sub = copy(self)
            whole = end < len(names) or x != before[-1][0]
            sub.groups = groups + [[Step("tx_end_pair", (x, 0))]] * whole
            sub.crashed, sub.cut = not whole, False
            sub.program = lambda x=x: ("reconcile_pair", (Walk(x, 0, "follow", "", (), ""), ((x, 0),), ()))
            search = Replay(sub)
            self.refused = self.refused or search.run() is None and search
            acted |= {p for g in groups for s in g if s.function == "query_author_feed" for p, _ in s.result}
        if end == len(names):
            self.groups = self.groups[:begin]
            return
        (found, more), home = self.groups[end][0].result, self.groups[end][0]
        found = tuple((x, p) for x, p in found if x in authors and p not in acted)
        rest = self.groups[end + 1:]
        tail = next((i for i, g in enumerate(rest) if g[0].function in ("send", "tx_end_hidden", "tx_end_pair")), len(rest))
        of_authors = sorted(self.by_author(rest[:tail]), key=lambda a: authors.index(a[0]) if a[0] in authors else -1)
        self.groups = self.groups[:begin] + [[home._replace(result=(found, more))]] + [g for _, groups in of_authors for g in groups] + rest[tail:]
        self.found = {x for x, _ in found}

    @staticmethod
    def by_author(groups):
        out = []
        for g in groups:
            if g[0].arguments and (not out or out[-1][0] != g[0].arguments[0]):
                out.append((g[0].arguments[0], []))
            out[-1][1].append(g)
        return out

    def kind(self):
        if self.reader:
            return ("look of a " if self.rechecks else "") + (self.message["change"] if self.message["look"] == 1 else f"unfollow's look {self.message['look']}")
        return ("look of a " if self.rechecks else "") + self.body[0]

    def is_first_look(self):                                                             # first look
        return bool(self.reader) and self.message["change"] == "unfollow" and self.message["look"] == 1

    def program(self):
        """The program of the message, by the rules of the cases."""
        case = Case("replay", "", True, DESIGN)
        body = ("look", None, self.body) if self.rechecks else self.body
        again = 1 < self.line["receives"] <= 4 and self.rechecks < 2 and not self.is_first_look()      # look
        name, args, _ = case.handler(body, again, self.old)
        if not again and self.again and not self.rechecks:
            name, args, _ = case.program(body, True, self.old)
        return name, args


def norm(body):
    """A message without what is not compared."""
    if body[0] == "look":
        work = norm(body[2])
        return ("look", None, work[:2] + (True, True, "") if work[0] == "plan" else work[:6] + (work[6] or 0,) if work[0] == "slice" else work)
    if body[0] == "plan":
        return ("plan", body[1], *Receipt(*body[2:]))
    if body[0] in ("reconcile", "second_look"):
        return body
    return body[:5] + (SENT, body[6])


def values_of(request):
    """The values of an update's expression, without colons."""
    update = request if "Key" in request else request["TransactItems"][0].get("Update", {}) if "TransactItems" in request else request
    return {k[1:]: v for k, v in (update.get("ExpressionAttributeValues") or {}).items()}


def pair_of(key):
    """The author and the tick of an outbox row's key."""
    tick, users = key["sk"].split(".", 1)
    return users.split("#")[1], int(tick)


def created(key):
    return (2 ** 63 - 1 - int(key.split(".")[0])) / 1e6


def after_of(request):
    return request["ExclusiveStartKey"].get("sk", "")


def users(response):
    return tuple(i["sk"] for i in response.get("Items", ()))


class Replay:
    """Searches a way of the program through what was observed."""

    def __init__(self, handler):
        self.handler = handler
        self.wanted = {}                                        # by how far a way came: what the program wants then

    def run(self):
        """Returns the last node of a way that is accepted, or None."""
        todo = [Node(0, frozenset(), *self.handler.program(), (), None)]
        seen = set()
        while todo:
            node = todo.pop()
            if node[:5] in seen:
                continue
            seen.add(node[:5])
            if self.is_accepted(node):
                return node
            todo += reversed([Node(*n, node) for n in self.successors(node, self.next_step(node))])
        return None

    @staticmethod
    def next_step(node):
        program = PROGRAMS[node.program](*node.arguments)
        try:
            step = next(program)
            for r in node.results:
                step = program.send(r)
            return step
        except StopIteration:
            return ("end",)

    def is_accepted(self, node):
        h = self.handler
        if node.at < len(h.groups):
            return False
        return h.crashed or h.cut or h.line["end"] == "failed" or self.next_step(node) == ("end",) and not list(self.goes_on(node)) \
            and h.look_at_end == (h.unanswered and h.rechecks < 2 and not h.is_first_look())

    def observed(self, node):
        """The steps of which the next one is; a group that is over is left."""
        if node.at >= len(self.handler.groups):
            return []
        return [(i, s) for i, s in enumerate(self.handler.groups[node.at]) if i not in node.used]

    def after(self, node, i):
        used = node.used | {i}
        whole = len(used) == len(self.handler.groups[node.at])
        return (node.at + 1, frozenset()) if whole else (node.at, used)

    def successors(self, node, step):
        place, way = node[:2], node[2:4]
        if step[0] == "goto":
            yield from self.enter(node, step[1], step[2])
        elif step[0] == "end":
            yield from self.goes_on(node)
        elif step[0] is choose or step[0].__name__ == "fails":
            for option in step[1:] or (False, True):
                yield (*place, *way, node.results + (option,))
        else:
            known, answer = self.absent(node, step)
            if known:
                yield (*place, *way, node.results + (answer,))
                return
            name, args = step[0].__name__, step[1:]
            args = args[1:] if name == "query_home" else (norm(args[0]),) if step[0] is send else args + (False,) if name == "query_followers" and len(args) == 2 else args
            for i, seen in self.observed(node):
                if (seen.function, seen.arguments) == (name, args):
                    yield (*self.after(node, i), *way, node.results + (seen.result,))
                    return
                if seen.failed and seen.function in (name, "other"):
                    yield (len(self.handler.groups), frozenset(), *way, node.results)
                if self.is_extra(node, step, seen):
                    yield (*self.after(node, i), *way, node.results)
            self.wanted.setdefault((node.at, len(node.used)), []).append((name, args))

    # ---- differences
    def absent(self, node, step):
        """Whether the handler does not take this step, and what it has instead."""
        name, program, h = step[0].__name__, node.program, self.handler
        if name == "get_truth" and program == "plan":                                    # sent, truth before writes
            j, m = node.arguments
            b = node.results[0]
            may_be_superseded = not own_job(j) and b.state == "ACCEPTED" and not b.planned and not m.again
            return len(node.results) > 1 or not may_be_superseded, SENT
        if name == "get_truth" and program == "slice":                                   # sent, truth before writes
            j, k, _, _, _, settled, again, _ = node.arguments
            done = k not in node.results[0].pending and not again and settled is None
            return not (done and own_job(j)), SENT
        if name in ("get_truth", "query_range") and program == "write_slice" and not node.arguments[0].recipients:
            return True, node.arguments[1] if name == "get_truth" else ()                # truth before writes
        if name == "query_range" and program == "slice" and not node.arguments[2]:
            return True, ()                                                              # truth before writes
        if name == "follows" and program in ("reconcile_pair", "reconcile_write") and h.found is not None and step[1] not in h.found:
            return True, False                                                           # newest first
        if name == "tx_close" and program == "plan_end" and node.results[-1][1].state == "COMPLETE":      # close of a complete job
            return True, "no"
        if name == "query_page" and step[2] == step[3]:                                  # last page
            return True, ()
        if name == "get_slice" and program in ("next_page", "finish"):                   # row of a slice
            m = h.message
            return True, (m["first"], m["last"], m["size"])
        return False, None

    def is_extra(self, node, step, seen):
        """Whether the handler takes one more step here."""
        sends_slice = step[0] is send and step[1][0] == "slice"
        return seen.function == "get_slice" and node.program in ("plan", "planned") and sends_slice and not step[1][3] \
            or seen.function == "query_page" and node.program == "finish" and not seen.result \
            or seen.function == "get_truth" and node.program in ("requeue", "inline_left", "redelivery_left") and not node.results

    def enter(self, node, name, args):
        """From one program to the next one."""
        place = node[:2]
        h = self.handler
        truths = [(i, s) for i, s in self.observed(node) if s.function == "get_truth"]
        if name == "write_slice" and node.program != name and args[0].recipients:        # truth before writes
            for i, s in truths:
                yield (*(self.after(node, i) if not s.failed else (len(h.groups), frozenset())), name, (args[0], s.result), ())
            self.wanted.setdefault((node.at, len(node.used)), []).append(("get_truth", ("p",)))
        elif name == "settle" and node.program == "write_slice" and not is_live(args[1]):       # truth of the gone
            for i, s in truths:
                if s.failed or s.result == args[1]:
                    yield (*(self.after(node, i) if not s.failed else (len(h.groups), frozenset())), name, args, ())
                else:
                    yield (*self.after(node, i), "write_slice", (args[0], s.result), ())
            if not args[0].recipients:
                yield (*place, name, args, ())
            self.wanted.setdefault((node.at, len(node.used)), []).append(("get_truth", ("p",)))
        elif name == "plan_from" and len(args[4]) == 1 and args[1] > 2:                  # first message
            for i, s in self.observed(node):
                if s.arguments == (norm(args[4][0]),):
                    yield (*self.after(node, i), name, args[:4] + ((),) + args[5:], ())
            yield (*place, name, args, ())
        elif name == "plan" and node.program == "finish":                                # loop
            yield (*place, name, (args[0], self.receipt()), ())
        else:
            yield (*place, name, args, ())

    def receipt(self):
        body = self.handler.body
        return Receipt(body[2], self.handler.again, body[4])

    def goes_on(self, node):                                                             # loop
        if node.program == "finish" and node.arguments[0].k == INLINE and self.handler.again:
            yield (*node[:2], "planned", (self.handler.name, self.receipt()), ())
        if node.program == "plan" and not self.handler.reader and node.results and node.results[-1] in ("ACCEPTED", "PLANNING", "DELIVERING"):
            yield (*node[:2], "plan", (self.handler.name, self.receipt()), ())

    def refusal(self):
        """Why no way is accepted: the steps of the longest one, what the program wants, what was observed."""
        groups = self.handler.groups
        far = max(self.wanted, default=(len(groups), 0))
        lines = [f"  accepted  {text(s)}" for g in groups[:far[0]] for s in g]
        lines += [f"  the model wants  {text(Step(*w))}" for w in dict.fromkeys(self.wanted.get(far, ()))]
        seen = groups[far[0]:far[0] + 1]
        return lines + [f"  observed  {' or '.join(text(s) for s in seen[0]) if seen else 'its end: ' + self.handler.line['end']}"]


def text(s):
    return f"{s.function}({', '.join(map(str, s.arguments))})" + (f" -> {s.result}" if s.result is not None else "") + (" failed" if s.failed else "")


def replay(files):
    """Prints what was accepted; returns whether all was."""
    for name, value in DESIGN.items():
        setattr(Switches, name, value)
    kinds, programs, out, steps = Counter(), Counter(), Counter(), 0
    for line in (json.loads(l) for f in files for l in open(f, encoding="utf-8")):
        try:
            handler = Handler(line)
        except NotModelled as e:
            out[str(e)] += 1
            continue
        search = Replay(handler)
        node = search.run()
        if node is None or handler.refused:
            search = handler.refused or search
            print(f"NOT ACCEPTED: seed {line['seed']}, {line['process']}, received {line['receives']} times, old {handler.old}")
            print(f"  {json.dumps(line['message'])}", *search.refusal(), sep="\n")
            return False
        kinds[handler.kind()] += 1
        steps += sum(map(len, handler.groups))
        visited = set()
        while node:
            visited.add(node.program)
            node = node.parent
        programs.update(visited)
    print("accepted handlers:", ", ".join(f"{n} {k}" for k, n in sorted(kinds.items())), f"with {steps:,} steps")
    print("through the programs:", ", ".join(f"{k} {n}" for k, n in sorted(programs.items())))
    print("not replayed:", ", ".join(f"{n} {k}" for k, n in sorted(out.items())) or "none")
    return True
