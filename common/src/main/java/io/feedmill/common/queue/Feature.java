package io.feedmill.common.queue;

import io.feedmill.common.dynamo.Table;
import java.util.List;

/** What a feature stores and sends. Each feature has it as a bean. */
public record Feature(List<Table> tables, List<MessageType<?>> messages) {

    /** A feature that sends no messages. */
    public static Feature of(Table... tables) {
        return new Feature(List.of(tables), List.of());
    }
}
