package io.feedmill.faults.script;

import io.feedmill.faults.protocol.ApiCall;
import java.util.Collections;
import java.util.Set;

/** Which requests a rule is about. An empty set stands for any; a request of a batch belongs if one of its tables does. */
public record Scope(Set<String> operations, Set<String> tables, Set<String> queues) {
    public static final Scope ANY = new Scope(Set.of(), Set.of(), Set.of());

    public Scope {
        Checks.require(tables.isEmpty() || queues.isEmpty(), "a rule has \"tables\" or \"queues\", not both");
        operations = Set.copyOf(operations);
        tables = Set.copyOf(tables);
        queues = Set.copyOf(queues);
    }

    public boolean covers(ApiCall call) {
        return (operations.isEmpty() || operations.contains(call.operation()))
                && (tables.isEmpty() || !Collections.disjoint(tables, call.tables()))
                && (queues.isEmpty() || call.queue().filter(queues::contains).isPresent());
    }

    public boolean coversTable(String table) {
        return tables.isEmpty() || tables.contains(table);
    }
}
