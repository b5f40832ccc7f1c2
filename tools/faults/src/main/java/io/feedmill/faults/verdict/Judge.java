package io.feedmill.faults.verdict;

import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.BatchItems;
import io.feedmill.faults.protocol.Limit;
import io.feedmill.faults.protocol.Refusals;
import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Applies a script. Every rule that concerns a request draws from a generator of its own, so the draws depend only on the seed, the rule's place in
 * the script and the order of the requests. Times are nanoseconds from an arbitrary origin. Not thread-safe.
 */
public final class Judge {
    private static final int MAX_DELAY = 900;

    private final String keyAttribute;
    private final List<ArmedRule> rules = new ArrayList<>();
    private final Map<ArmedRule, Capacity> capacities = new HashMap<>();
    private final long start;

    public Judge(Script script, long start) {
        this.keyAttribute = script.keyAttribute();
        this.start = start;
        SplittableRandom seeds = new SplittableRandom(script.seed());
        for (Rule rule : script.rules()) {
            ArmedRule armed = new ArmedRule(rule, seeds.split());
            rules.add(armed);
            Capacity.of(armed).ifPresent(capacity -> capacities.put(armed, capacity));
        }
    }

    /** Whether nobody is to be reached at this time. */
    public boolean isOutage(long now) {
        Duration time = Duration.ofNanos(now - start);
        return rules.stream()
                .map(ArmedRule::rule)
                .anyMatch(rule ->
                        rule.fault().kind() == FaultKind.OUTAGE && rule.window().contains(time));
    }

    /** Whether the request's body is read: rather before a lock is held. May be called by several threads. */
    public boolean readsBody(ApiCall call) {
        return rules.stream().anyMatch(rule -> rule.rule().readsBody() && rule.suits(call));
    }

    /** What becomes of the request. */
    public Verdict judge(ApiCall call, long now) {
        Draft draft = new Draft();
        List<Capacity> charged = new ArrayList<>();
        for (ArmedRule rule : concerned(call, now)) {
            if (rule.strikes()) {
                apply(rule, call, draft);
                Optional.ofNullable(capacities.get(rule)).ifPresent(charged::add);
            }
        }
        if (!draft.isEnded()) {
            new Capacities(charged, keyAttribute).charge(call, now, draft);
        }
        return draft.verdict();
    }

    /** What becomes of each of so many messages that the call has received. */
    public List<MessageFate> judgeMessages(ApiCall call, int messages, long now) {
        List<ArmedRule> concerned = concerned(call, now);
        return IntStream.range(0, messages).mapToObj(message -> fate(concerned)).toList();
    }

    private List<ArmedRule> concerned(ApiCall call, long now) {
        Duration time = Duration.ofNanos(now - start);
        return rules.stream().filter(rule -> rule.concerns(call, time)).toList();
    }

    private static void apply(ArmedRule rule, ApiCall call, Draft draft) {
        FaultKind kind = rule.fault().kind();
        switch (rule.fault()) {
            case Fault.Throttle f -> draft.end(kind, throttled(rule, call, f.error(), f.limit()));
            case Fault.Unprocessed f -> leaveOut(rule, f, call, draft);
            case Fault.Conflict f -> draft.end(kind, new Action.Refuse(Refusals.conflict(call, part(rule, call))));
            case Fault.Latency f -> draft.delay(kind, f.time().draw(rule.random()));
            case Fault.ServerError f -> fail(f, call, draft);
            case Fault.DropResponse f -> draft.ending(kind, new Ending.Drop());
            case Fault.Reset f -> draft.end(kind, new Action.Reset());
            case Fault.Outage f -> draft.end(kind, new Action.Reset());
            case Fault.Hold f -> draft.end(kind, new Action.Hold(f.time()));
            case Fault.DelayDelivery f -> delaySends(rule, f, call, draft);
            case Fault.FailDelete f -> failDeletes(rule, f, call, draft);
            case Fault.PartitionCapacity f -> {}
            case Fault.TableCapacity f -> {}
            case Fault.Duplicate f -> {}
            case Fault.Reorder f -> {}
        }
    }

    private static Action throttled(ArmedRule rule, ApiCall call, ThrottlingError error, Limit limit) {
        return new Action.Refuse(Refusals.throttled(call, error, limit, Set.of(part(rule, call))));
    }

    private static int part(ArmedRule rule, ApiCall call) {
        return rule.random().nextInt(Refusals.parts(call));
    }

    private static void fail(Fault.ServerError fault, ApiCall call, Draft draft) {
        var error = Refusals.internal(call.service(), fault.status());
        if (fault.applied()) {
            draft.ending(fault.kind(), new Ending.Fail(error));
        } else {
            draft.end(fault.kind(), new Action.Refuse(error));
        }
    }

    /** A batch of which nothing is left is throttled, as DynamoDB does it. */
    private static void leaveOut(ArmedRule rule, Fault.Unprocessed fault, ApiCall call, Draft draft) {
        List<String> tables = BatchItems.tables(call);
        List<Integer> left = IntStream.range(0, tables.size())
                .filter(item -> rule.rule().scope().coversTable(tables.get(item)) && rule.hits(fault.share()))
                .boxed()
                .toList();
        draft.leaveOut(fault.kind(), Set.copyOf(left));
        if (!tables.isEmpty() && draft.leftOut().size() == tables.size()) {
            draft.end(fault.kind(), throttled(rule, call, ThrottlingError.PROVISIONED, Limit.PROVISIONED_THROUGHPUT));
        }
    }

    private static void delaySends(ArmedRule rule, Fault.DelayDelivery fault, ApiCall call, Draft draft) {
        for (int entry = 0; entry < call.entries(); entry++) {
            if (rule.hits()) {
                double seconds = fault.time().draw(rule.random()).toNanos() / 1e9;
                draft.delaySend(entry, (int) Math.min(MAX_DELAY, Math.ceil(seconds)));
            }
        }
    }

    private static void failDeletes(ArmedRule rule, Fault.FailDelete fault, ApiCall call, Draft draft) {
        for (int entry = 0; entry < call.entries(); entry++) {
            if (rule.hits()) {
                draft.failDelete(entry, fault.silently());
            }
        }
    }

    private static MessageFate fate(List<ArmedRule> rules) {
        Duration keptBack = Duration.ZERO;
        List<Duration> copies = new ArrayList<>();
        for (ArmedRule rule : rules) {
            if (rule.fault() instanceof Fault.Duplicate duplicate && rule.hits()) {
                copies.addAll(copies(rule, duplicate));
            } else if (rule.fault() instanceof Fault.Reorder reorder && rule.hits()) {
                keptBack = keptBack.plus(reorder.time().draw(rule.random()));
            }
        }
        return new MessageFate(keptBack, copies);
    }

    private static List<Duration> copies(ArmedRule rule, Fault.Duplicate fault) {
        List<Duration> times = new ArrayList<>();
        Duration time = Duration.ZERO;
        for (int copy = 1 + rule.random().nextInt(fault.copies()); copy > 0; copy--) {
            time = time.plus(fault.after().draw(rule.random()));
            times.add(time);
        }
        return times;
    }
}
