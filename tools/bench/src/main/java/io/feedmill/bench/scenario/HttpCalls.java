package io.feedmill.bench.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;

/** Calls of the API by the HTTP client of the SDK: both sides of a ratio have the same client. */
final class HttpCalls implements AutoCloseable {
    private final CloseableHttpClient http = HttpClients.createDefault();

    void get(URI uri) {
        send(new HttpGet(uri));
    }

    void post(URI uri, String json, String idempotencyKey) {
        HttpPost request = new HttpPost(uri);
        request.setEntity(new StringEntity(json, ContentType.APPLICATION_JSON));
        request.addHeader("Idempotency-Key", idempotencyKey);
        send(request);
    }

    /** Reads the body as a string. Throws an {@link UncheckedIOException} unless the status is 2xx. */
    private void send(ClassicHttpRequest request) {
        try {
            http.execute(request, response -> {
                String body = EntityUtils.toString(response.getEntity());
                if (response.getCode() / 100 != 2) {
                    throw new IOException("%s: %d %s".formatted(request, response.getCode(), body));
                }
                return body;
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            http.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
