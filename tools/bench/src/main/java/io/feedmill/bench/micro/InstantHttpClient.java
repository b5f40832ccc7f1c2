package io.feedmill.bench.micro;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/** Reads what it is to send, and answers with an empty object: no network. */
final class InstantHttpClient implements SdkHttpClient {
    private static final byte[] ANSWER = "{}".getBytes(UTF_8);

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        request.contentStreamProvider().ifPresent(InstantHttpClient::read);
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() {
                return answer();
            }

            @Override
            public void abort() {
                // There is nothing under way.
            }
        };
    }

    private static void read(ContentStreamProvider content) {
        try (InputStream body = content.newStream()) {
            body.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static HttpExecuteResponse answer() {
        return HttpExecuteResponse.builder()
                .response(SdkHttpResponse.builder()
                        .statusCode(200)
                        .putHeader("Content-Type", "application/x-amz-json-1.0")
                        .putHeader("Content-Length", Integer.toString(ANSWER.length))
                        .build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(ANSWER)))
                .build();
    }

    @Override
    public void close() {
        // It holds nothing.
    }
}
