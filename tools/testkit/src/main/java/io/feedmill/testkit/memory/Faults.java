package io.feedmill.testkit.memory;

import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import io.feedmill.common.dynamo.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** Decides which calls of a {@link MemoryDynamoDb} go wrong, and how. It is asked by the thread of the call, which holds no lock: it may wait. */
@FunctionalInterface
public interface Faults {
    Faults NONE = call -> new Fault.None();

    /** Decides about a call that has had no effect yet. */
    Fault before(Call call);

    /** Sees a call that has ended, and may fail it. Without a failure it succeeded. */
    default void after(Call call, @Nullable RuntimeException failure) {}

    /** These faults, and where they let a call be, what the function says. */
    default Faults then(Function<Call, Fault> more) {
        Faults first = this;
        return new Faults() {
            @Override
            public Fault before(Call call) {
                Fault fault = first.before(call);
                return fault instanceof Fault.None ? more.apply(call) : fault;
            }

            @Override
            public void after(Call call, @Nullable RuntimeException failure) {
                first.after(call, failure);
            }
        };
    }

    /** A call of data, or to describe a table, and the items that it names, in its order. */
    record Call(Operation operation, DynamoDbRequest request, List<Item> items) {
        public boolean isOneOf(Operation... operations) {
            return Set.of(operations).contains(operation);
        }

        public boolean names(String table) {
            return items.stream().anyMatch(item -> item.table().equals(table));
        }

        public boolean names(String table, Map<String, AttributeValue> key) {
            return items.contains(new Item(table, key));
        }

        /** Whether it names the partition, or an item of it. */
        public boolean names(String table, String partition) {
            AttributeValue pk = AttributeValue.fromS(partition);
            return items.stream()
                    .anyMatch(item ->
                            item.table().equals(table) && pk.equals(item.key().get(TableSchema.PK)));
        }
    }

    /** An item of a table. A query has only the partition key, a scan and a description nothing. */
    record Item(String table, Map<String, AttributeValue> key) {

        public String partition() {
            return Objects.requireNonNull(key.get(TableSchema.PK)).s();
        }
    }

    /** What becomes of a call. */
    sealed interface Fault {

        /** It is carried out. */
        record None() implements Fault {}

        /** It fails and has no effect: throttled, in conflict, forbidden, not received. {@link Errors} has the exceptions. */
        record Refused(RuntimeException failure) implements Fault {}

        /** It gets this response, which must be of its operation, and has no effect. */
        record Answered(DynamoDbResponse response) implements Fault {}

        /** It is carried out, and fails nevertheless. */
        record AnswerLost(RuntimeException failure) implements Fault {}

        /** It fails. Its effect comes when the consumer runs what it gets, if ever. */
        record AppliedLater(RuntimeException failure, Consumer<Runnable> later) implements Fault {}

        /** Of a batch, these items stay unprocessed; it is throttled if no other is left. */
        record Unprocessed(Predicate<Item> items) implements Fault {}

        /** A read sees this {@link MemoryDynamoDb#version version} and no later write, unless it is strongly consistent. */
        record AsOf(long version) implements Fault {}
    }
}
