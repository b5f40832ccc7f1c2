package io.feedmill.common.dynamo;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Reports every read of a client to a {@link ReadMeter}, with the consumed capacity. */
public record MeteredReads(ReadMeter meter) implements ExecutionInterceptor {
    private static final Set<Class<?>> READS =
            Set.of(GetItemRequest.class, BatchGetItemRequest.class, QueryRequest.class, ScanRequest.class);

    private static final ReturnConsumedCapacity TOTAL = ReturnConsumedCapacity.TOTAL;

    /** Does not count for the call's timeout. */
    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        if (READS.contains(context.request().getClass())) {
            meter.beforeRead();
        }
    }

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
        return asking(context.request());
    }

    private static SdkRequest asking(SdkRequest request) {
        return switch (request) {
            case GetItemRequest get ->
                get.toBuilder().returnConsumedCapacity(TOTAL).build();
            case BatchGetItemRequest batch ->
                batch.toBuilder().returnConsumedCapacity(TOTAL).build();
            case QueryRequest query ->
                query.toBuilder().returnConsumedCapacity(TOTAL).build();
            case ScanRequest scan ->
                scan.toBuilder().returnConsumedCapacity(TOTAL).build();
            default -> request;
        };
    }

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
        double units = capacity(context.response()).stream()
                .mapToDouble(ConsumedCapacity::capacityUnits)
                .sum();
        if (units > 0) {
            meter.consumed(units);
        }
    }

    private static Collection<ConsumedCapacity> capacity(SdkResponse response) {
        return switch (response) {
            case GetItemResponse get -> List.of(get.consumedCapacity());
            case BatchGetItemResponse batch -> batch.consumedCapacity();
            case QueryResponse query -> List.of(query.consumedCapacity());
            case ScanResponse scan -> List.of(scan.consumedCapacity());
            default -> List.of();
        };
    }

    /** A listener before and after each read, to count its cost or to delay it. */
    public interface ReadMeter {

        /** A read is sent once this returns. */
        void beforeRead();

        /** A read has consumed these read units. */
        void consumed(double units);
    }
}
