package io.feedmill.common.dynamo;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** A stub of DynamoDB with configured answers, call by call; the last one repeats. Thread-safe after its configuration. */
final class FakeClient implements DynamoDbClient {
    private final Deque<Function<DynamoDbRequest, Object>> answers = new ArrayDeque<>();
    private final List<DynamoDbRequest> requests = Collections.synchronizedList(new ArrayList<>());

    FakeClient answers(Function<DynamoDbRequest, Object> answer) {
        answers.add(answer);
        return this;
    }

    FakeClient fails(RuntimeException exception) {
        return answers(request -> {
            throw exception;
        });
    }

    /** The service's error with this code. */
    static DynamoDbException error(String code, int status) {
        return (DynamoDbException) DynamoDbException.builder()
                .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
                .statusCode(status)
                .build();
    }

    <T extends DynamoDbRequest> List<T> requests(Class<T> type) {
        return requests.stream().map(type::cast).toList();
    }

    private <T> T answer(Class<T> type, DynamoDbRequest request) {
        requests.add(request);
        return type.cast(nextAnswer().apply(request));
    }

    private synchronized Function<DynamoDbRequest, Object> nextAnswer() {
        return answers.size() > 1 ? answers.pop() : answers.getFirst();
    }

    @Override
    public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
        return answer(BatchWriteItemResponse.class, request);
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        return answer(TransactWriteItemsResponse.class, request);
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        return answer(BatchGetItemResponse.class, request);
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
        return answer(GetItemResponse.class, request);
    }

    @Override
    public PutItemResponse putItem(PutItemRequest request) {
        return answer(PutItemResponse.class, request);
    }

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
        return answer(UpdateItemResponse.class, request);
    }

    @Override
    public QueryResponse query(QueryRequest request) {
        return answer(QueryResponse.class, request);
    }

    @Override
    public String serviceName() {
        return "dynamodb";
    }

    @Override
    public void close() {}
}
