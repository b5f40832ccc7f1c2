package io.feedmill.faults.script;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * One fault, and who suffers from it.
 *
 * @param probability of each request, or of each message where the fault is one of messages; 0 to 1
 */
public record Rule(Fault fault, double probability, Scope scope, Window window) {
    public Rule {
        Checks.chance("probability", probability);
        Checks.require(
                probability == 1 || fault.kind().chance() != FaultKind.Chance.NONE,
                "\"probability\" does not go with " + fault.kind().text());
        Checks.require(
                fault.kind() != FaultKind.OUTAGE || scope.equals(Scope.ANY),
                "an outage is one of all requests; for some of them take reset");
        for (String operation : scope.operations()) {
            Checks.require(
                    fault.kind().operations().contains(operation),
                    "\"" + operation + "\" cannot have " + fault.kind().text() + "; it is for "
                            + String.join(", ", fault.kind().operations()));
        }
    }

    /** Whether what a request's body says matters to the rule. */
    public boolean readsBody() {
        return !fault.kind().suitsAny()
                || !scope.tables().isEmpty()
                || !scope.queues().isEmpty();
    }

    /** A rule for every request that can have the fault, always. */
    public static Rule of(Fault fault) {
        return new Rule(fault, 1, Scope.ANY, Window.ALWAYS);
    }

    public Rule withProbability(double chance) {
        return new Rule(fault, chance, scope, window);
    }

    public Rule onOperations(String... operations) {
        return new Rule(fault, probability, new Scope(Set.of(operations), scope.tables(), scope.queues()), window);
    }

    public Rule onTables(String... tables) {
        return new Rule(fault, probability, new Scope(scope.operations(), Set.of(tables), scope.queues()), window);
    }

    public Rule onQueues(String... queues) {
        return new Rule(fault, probability, new Scope(scope.operations(), scope.tables(), Set.of(queues)), window);
    }

    /** From and to are counted from the moment that the script is put in. */
    public Rule during(Duration from, Duration to) {
        return new Rule(fault, probability, scope, new Window(from, Optional.of(to)));
    }
}
