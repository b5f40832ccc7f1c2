package io.feedmill.faults.protocol;

import java.util.Comparator;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An action of IAM such as {@code dynamodb:PutItem} on a queue, a table or {@code TABLE/index/INDEX}; empty if the request has none. */
public record Permission(String action, String resource) implements Comparable<Permission> {
    private static final Comparator<Permission> ORDER =
            Comparator.comparing(Permission::resource).thenComparing(Permission::action);

    /** A transaction needs the actions of its parts, and none of its own. */
    static Set<Permission> ofTables(ApiCall call) {
        if (Operations.TRANSACTIONS.contains(call.operation())) {
            return call.transactItems()
                    .valueStream()
                    .map(item -> ofTable(part(item.propertyNames().iterator().next()), ApiCall.tableOf(item)))
                    .collect(Collectors.toSet());
        }
        String index = call.json().path("IndexName").asString("");
        Stream<String> tables = call.tables().isEmpty() ? Stream.of("") : call.tables().stream();
        return tables.map(table -> ofTable(call.operation(), index.isEmpty() ? table : table + "/index/" + index))
                .collect(Collectors.toSet());
    }

    /** A batch needs the action of its entries. */
    static Permission ofQueue(ApiCall call) {
        String queue =
                call.queue().orElseGet(() -> call.json().path("QueueName").asString(""));
        return new Permission("sqs:" + call.operation().replaceFirst("Batch$", ""), queue);
    }

    private static Permission ofTable(String operation, String resource) {
        return new Permission("dynamodb:" + operation, resource);
    }

    private static String part(String kind) {
        return kind.equals("ConditionCheck") ? "ConditionCheckItem" : kind + "Item";
    }

    @Override
    public int compareTo(Permission other) {
        return ORDER.compare(this, other);
    }
}
