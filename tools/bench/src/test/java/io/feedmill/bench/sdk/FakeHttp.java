package io.feedmill.bench.sdk;

import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.Body;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A fake network: the SDK encodes its requests and decodes the responses, but sends nothing. Records the requests. */
public final class FakeHttp implements SdkHttpClient {
    private final Function<ApiCall, byte[]> service;
    private final List<ApiCall> calls = new CopyOnWriteArrayList<>();

    /** Has each call answered with the bytes of a body. */
    public FakeHttp(Function<ApiCall, byte[]> service) {
        this.service = service;
    }

    /** A client that calls it, and never twice for one call. */
    public DynamoDbClient client() {
        return DynamoDbClient.builder()
                .httpClient(this)
                .region(Region.US_EAST_1)
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .overrideConfiguration(c -> c.retryStrategy(AwsRetryStrategy.doNotRetry()))
                .build();
    }

    /** The calls, oldest first. */
    public List<ApiCall> calls() {
        return calls;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() {
                return answer(request);
            }

            @Override
            public void abort() {}
        };
    }

    private HttpExecuteResponse answer(HttpExecuteRequest request) {
        ApiCall call = ApiCall.of(
                request.httpRequest().firstMatchingHeader("X-Amz-Target").orElse(null), Body.of(body(request)));
        calls.add(call);
        return HttpExecuteResponse.builder()
                .response(SdkHttpResponse.builder().statusCode(200).build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(service.apply(call))))
                .build();
    }

    private static byte[] body(HttpExecuteRequest request) {
        try (InputStream body = request.contentStreamProvider().orElseThrow().newStream()) {
            return body.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {}
}
