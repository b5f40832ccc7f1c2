package io.feedmill.faults.script;

import io.feedmill.faults.protocol.ApiCall;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;

/** One fault and the requests that get it, each, or each message where {@link FaultKind#draw()} says so, with this probability, 0 to 1. */
public record Rule(Fault fault, double probability, Scope scope, Window window) {

    public Rule {
        FaultKind kind = fault.kind();
        requireProbability("probability", probability);
        require(
                probability == 1 || kind.draw() != FaultKind.Draw.NONE,
                "\"probability\" cannot be set for " + kind.text());
        require(
                kind != FaultKind.OUTAGE || scope.equals(Scope.ANY),
                "an outage affects all requests; use reset for some of them");
        for (String operation : scope.operations()) {
            require(
                    kind.operations().contains(operation),
                    "\"operations\": \"" + operation + "\" cannot have " + kind.text() + ", only "
                            + String.join(", ", kind.operations()));
        }
    }

    /** The requests that a rule applies to. An empty set means any. A batch is included if one of its tables is. */
    public record Scope(Set<String> operations, Set<String> tables, Set<String> queues) {
        public static final Scope ANY = new Scope(Set.of(), Set.of(), Set.of());

        public Scope {
            require(tables.isEmpty() || queues.isEmpty(), "a rule has \"tables\" or \"queues\", not both");
            operations = Set.copyOf(operations);
            tables = Set.copyOf(tables);
            queues = Set.copyOf(queues);
        }

        public boolean includes(ApiCall call) {
            return (operations.isEmpty() || operations.contains(call.operation()))
                    && (tables.isEmpty() || !Collections.disjoint(tables, call.tables()))
                    && (queues.isEmpty()
                            || call.queue().filter(queues::contains).isPresent());
        }

        public boolean includesTable(String table) {
            return tables.isEmpty() || tables.contains(table);
        }
    }

    /** The time window of a rule, counted from the start of its script. {@code to} is exclusive; empty means forever. */
    public record Window(Duration from, Optional<Duration> to) {
        public static final Window ALWAYS = new Window(Duration.ZERO, Optional.empty());

        public Window {
            require(to.isEmpty() || to.get().compareTo(from) > 0, "\"to\" must be later than \"from\"");
        }

        public boolean contains(Duration time) {
            return time.compareTo(from) >= 0
                    && to.filter(end -> time.compareTo(end) >= 0).isEmpty();
        }
    }

    /** A rule for every request that can have the fault, at any time. */
    public static Rule of(Fault fault) {
        return new Rule(fault, 1, Scope.ANY, Window.ALWAYS);
    }

    public Rule withProbability(double other) {
        return new Rule(fault, other, scope, window);
    }

    public Rule onOperations(String... operations) {
        return new Rule(fault, probability, new Scope(Set.of(operations), scope.tables(), scope.queues()), window);
    }

    public Rule onTables(String... tables) {
        return new Rule(fault, probability, new Scope(scope.operations(), Set.of(tables), scope.queues()), window);
    }

    /** Both times are counted from the moment the script takes effect. */
    public Rule during(Duration from, Duration to) {
        return new Rule(fault, probability, scope, new Window(from, Optional.of(to)));
    }

    /** Returns whether the rule depends on the request's body. */
    public boolean readsBody() {
        return !fault.kind().suitsAny()
                || !scope.tables().isEmpty()
                || !scope.queues().isEmpty();
    }

    static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    static void requireProbability(String name, double value) {
        require(value >= 0 && value <= 1, "\"" + name + "\" must be 0 to 1");
    }
}
