package io.feedmill.common.dynamo;

import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/**
 * Reports the consumed capacity of each answer to a {@link UnitMeter}, and asks for it but in batch writes, where {@link BatchWriter} does. Errors, a failed
 * condition too, do not say theirs. The requests and answers that have the fields share no interface, so they are found by their names in DynamoDB's API.
 */
public record MeteredCalls(UnitMeter meter) implements ExecutionInterceptor {
    private static final String ASKED = "ReturnConsumedCapacity";
    private static final String TOLD = "ConsumedCapacity";
    private static final Map<String, Operation> OPERATIONS =
            Arrays.stream(Operation.values()).collect(Collectors.toMap(Operation::label, Function.identity()));

    /** Does not count for the call's timeout. */
    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        Operation operation = operation(attributes);
        if (operation != null && operation.isRead() && asked(context.request()) != null) {
            meter.beforeRead();
        }
    }

    private static @Nullable Operation operation(ExecutionAttributes attributes) {
        return OPERATIONS.get(attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME));
    }

    private static @Nullable SdkField<?> asked(SdkRequest request) {
        return request.sdkFieldNameToField().get(ASKED);
    }

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
        SdkField<?> asked = asked(context.request());
        if (asked == null || operation(attributes) == Operation.BATCH_WRITE_ITEM) {
            return context.request();
        }
        SdkRequest.Builder builder = context.request().toBuilder();
        asked.set(builder, ReturnConsumedCapacity.TOTAL.toString());
        return builder.build();
    }

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
        Operation operation = operation(attributes);
        if (operation != null) {
            context.response()
                    .getValueForField(TOLD, Object.class)
                    .ifPresent(told -> (told instanceof List<?> all ? all : List.of(told))
                            .forEach(one -> report(operation, (ConsumedCapacity) one)));
        }
    }

    private void report(Operation operation, ConsumedCapacity consumed) {
        Double units = consumed.capacityUnits();
        if (units != null && units > 0) {
            meter.consumed(operation, consumed.tableName(), units);
        }
    }

    /** A listener of calls, to count their cost or to delay them. */
    @FunctionalInterface
    public interface UnitMeter {

        /** A read is sent once this returns. */
        default void beforeRead() {}

        /** A call has consumed these units, more than none, of the table with this name: write units unless it {@link Operation#isRead reads}. */
        void consumed(Operation operation, String table, double units);
    }
}
