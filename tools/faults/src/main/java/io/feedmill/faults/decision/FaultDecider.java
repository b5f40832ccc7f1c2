package io.feedmill.faults.decision;

import io.feedmill.faults.decision.Decision.Action;
import io.feedmill.faults.decision.Decision.Response;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.AwsError;
import io.feedmill.faults.protocol.BatchItems;
import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.protocol.ThrottlingError.Limit;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.script.Script;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Applies a script. Every rule draws from its own generator, so the draws depend only on the seed, the rule's position in the script and the order
 * of the requests. Times are nanoseconds from an arbitrary origin. Not thread-safe.
 */
public final class FaultDecider {
    private static final int MAX_DELAY = 900;

    private final String keyAttribute;
    private final List<ActiveRule> rules;
    private final long start;

    public FaultDecider(Script script, long start) {
        SplittableRandom seeds = new SplittableRandom(script.seed());
        this.keyAttribute = script.keyAttribute();
        this.rules = script.rules().stream()
                .map(rule -> ActiveRule.of(rule, seeds.split()))
                .toList();
        this.start = start;
    }

    public boolean isOutage(long now) {
        Duration time = Duration.ofNanos(now - start);
        return rules.stream()
                .anyMatch(rule ->
                        rule.kind() == FaultKind.OUTAGE && rule.rule().window().contains(time));
    }

    /** Returns whether a rule depends on the request's body. Thread-safe. */
    public boolean readsBody(ApiCall call) {
        return rules.stream().anyMatch(rule -> rule.rule().readsBody() && rule.suits(call));
    }

    public Decision decide(ApiCall call, long now) {
        Decision.Builder decision = new Decision.Builder();
        List<ActiveRule> active =
                applicable(call, now).stream().filter(ActiveRule::takesEffect).toList();
        active.forEach(rule -> apply(rule, call, decision));
        if (!decision.isEnded()) {
            List<ActiveRule> limits = active.stream()
                    .filter(rule -> rule.rule().fault() instanceof Fault.Capacity)
                    .toList();
            new CapacityCharge(limits, now).charge(call, keyAttribute, decision);
        }
        return decision.build();
    }

    /** Decides for each of the messages that the call has received. */
    public List<Decision.OfMessage> decideMessages(ApiCall call, int messages, long now) {
        List<ActiveRule> applicable = applicable(call, now);
        return IntStream.range(0, messages)
                .mapToObj(message -> decideMessage(applicable))
                .toList();
    }

    private List<ActiveRule> applicable(ApiCall call, long now) {
        Duration time = Duration.ofNanos(now - start);
        return rules.stream().filter(rule -> rule.appliesTo(call, time)).toList();
    }

    private static void apply(ActiveRule rule, ApiCall call, Decision.Builder decision) {
        FaultKind kind = rule.kind();
        switch (rule.rule().fault()) {
            case Fault.Throttle f -> decision.end(kind, throttled(rule, call, f.error(), f.limit()));
            case Fault.Unprocessed f -> removeItems(rule, f, call, decision);
            case Fault.Conflict f ->
                decision.end(kind, new Action.Refuse(AwsError.conflict(call, randomPart(rule, call))));
            case Fault.Deny f -> decision.end(kind, new Action.Refuse(AwsError.denied(call.service(), f.error())));
            case Fault.Latency f -> decision.delay(kind, f.time().draw(rule.random()));
            case Fault.ServerError f -> fail(f, call, decision);
            case Fault.DropResponse f -> decision.respond(kind, new Response.Drop());
            case Fault.Reset f -> decision.end(kind, new Action.Reset());
            case Fault.Outage f -> decision.end(kind, new Action.Reset());
            case Fault.Hold f -> decision.end(kind, new Action.Hold(f.time()));
            case Fault.DelayDelivery f -> delaySends(rule, f, call, decision);
            case Fault.FailDelete f ->
                drawnEntries(rule, call).forEach(entry -> decision.failDelete(entry, f.silently()));
            case Fault.Capacity f -> {}
            case Fault.Duplicate f -> {}
            case Fault.Reorder f -> {}
        }
    }

    private static Action throttled(ActiveRule rule, ApiCall call, ThrottlingError error, Limit limit) {
        return new Action.Refuse(AwsError.throttled(call, error, limit, Set.of(randomPart(rule, call))));
    }

    private static int randomPart(ActiveRule rule, ApiCall call) {
        return rule.random().nextInt(call.parts());
    }

    private static void fail(Fault.ServerError fault, ApiCall call, Decision.Builder decision) {
        AwsError error = AwsError.internal(call.service(), fault.status());
        if (fault.applied()) {
            decision.respond(fault.kind(), new Response.Fail(error));
        } else {
            decision.end(fault.kind(), new Action.Refuse(error));
        }
    }

    /** A batch without any item left is throttled, as in DynamoDB. */
    private static void removeItems(ActiveRule rule, Fault.Unprocessed fault, ApiCall call, Decision.Builder decision) {
        List<String> tables = BatchItems.tables(call);
        Set<Integer> removed = IntStream.range(0, tables.size())
                .filter(item -> rule.rule().scope().includesTable(tables.get(item)) && rule.draw(fault.share()))
                .boxed()
                .collect(Collectors.toSet());
        decision.removeItems(fault.kind(), removed);
        if (!tables.isEmpty() && decision.removedItems().size() == tables.size()) {
            decision.end(
                    fault.kind(), throttled(rule, call, ThrottlingError.PROVISIONED, Limit.PROVISIONED_THROUGHPUT));
        }
    }

    private static void delaySends(
            ActiveRule rule, Fault.DelayDelivery fault, ApiCall call, Decision.Builder decision) {
        drawnEntries(rule, call).forEach(entry -> {
            double seconds = fault.time().draw(rule.random()).toNanos() / 1e9;
            decision.delaySend(entry, (int) Math.min(MAX_DELAY, Math.ceil(seconds)));
        });
    }

    /** Draws for each entry of the call. The stream is lazy: an entry's further draws come before the next entry's. */
    private static IntStream drawnEntries(ActiveRule rule, ApiCall call) {
        return IntStream.range(0, call.entries()).filter(entry -> rule.draw());
    }

    private static Decision.OfMessage decideMessage(List<ActiveRule> rules) {
        Duration delay = Duration.ZERO;
        List<Duration> copies = new ArrayList<>();
        for (ActiveRule rule : rules) {
            if (rule.rule().fault() instanceof Fault.Duplicate duplicate && rule.draw()) {
                addCopies(rule, duplicate, copies);
            } else if (rule.rule().fault() instanceof Fault.Reorder reorder && rule.draw()) {
                delay = delay.plus(reorder.time().draw(rule.random()));
            }
        }
        return new Decision.OfMessage(delay, copies);
    }

    private static void addCopies(ActiveRule rule, Fault.Duplicate fault, List<Duration> copies) {
        Duration time = Duration.ZERO;
        for (int copy = 1 + rule.random().nextInt(fault.copies()); copy > 0; copy--) {
            time = time.plus(fault.after().draw(rule.random()));
            copies.add(time);
        }
    }
}
