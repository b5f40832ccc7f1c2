package io.feedmill.common.dynamo;

import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Reports the consumed capacity of each answer to a {@link UnitMeter}. Errors, a failed condition too, do not say theirs. */
public record MeteredCalls(UnitMeter meter) implements ExecutionInterceptor {
    private static final ReturnConsumedCapacity TOTAL = ReturnConsumedCapacity.TOTAL;

    /** Does not count for the call's timeout. */
    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        switch (context.request()) {
            case GetItemRequest get -> meter.beforeRead();
            case BatchGetItemRequest batch -> meter.beforeRead();
            case QueryRequest query -> meter.beforeRead();
            case ScanRequest scan -> meter.beforeRead();
            default -> {}
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
            case PutItemRequest put ->
                put.toBuilder().returnConsumedCapacity(TOTAL).build();
            case UpdateItemRequest update ->
                update.toBuilder().returnConsumedCapacity(TOTAL).build();
            case DeleteItemRequest delete ->
                delete.toBuilder().returnConsumedCapacity(TOTAL).build();
            case TransactWriteItemsRequest transaction ->
                transaction.toBuilder().returnConsumedCapacity(TOTAL).build();
            case BatchWriteItemRequest batch ->
                batch.toBuilder().returnConsumedCapacity(TOTAL).build();
            default -> request;
        };
    }

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
        report(context.response());
    }

    private void report(SdkResponse response) {
        switch (response) {
            case GetItemResponse get -> report(Operation.GET_ITEM, get.consumedCapacity());
            case BatchGetItemResponse batch -> report(Operation.BATCH_GET_ITEM, batch.consumedCapacity());
            case QueryResponse query -> report(Operation.QUERY, query.consumedCapacity());
            case ScanResponse scan -> report(Operation.SCAN, scan.consumedCapacity());
            case PutItemResponse put -> report(Operation.PUT_ITEM, put.consumedCapacity());
            case UpdateItemResponse update -> report(Operation.UPDATE_ITEM, update.consumedCapacity());
            case DeleteItemResponse delete -> report(Operation.DELETE_ITEM, delete.consumedCapacity());
            case TransactWriteItemsResponse all -> report(Operation.TRANSACT_WRITE_ITEMS, all.consumedCapacity());
            case BatchWriteItemResponse batch -> report(Operation.BATCH_WRITE_ITEM, batch.consumedCapacity());
            default -> {}
        }
    }

    private void report(Operation operation, @Nullable ConsumedCapacity consumed) {
        if (consumed != null) {
            report(operation, List.of(consumed));
        }
    }

    private void report(Operation operation, Collection<ConsumedCapacity> all) {
        for (ConsumedCapacity consumed : all) {
            double units = consumed.capacityUnits();
            if (units > 0) {
                meter.consumed(operation, consumed.tableName(), units);
            }
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
