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

/** Calls to the API with the HTTP client that the SDK has, too, so that both sides of a ratio have the same one. */
final class HttpCalls implements AutoCloseable {
    private final CloseableHttpClient http = HttpClients.createDefault();

    /** The answer's body; throws where it is none of success. */
    String get(URI uri) {
        return send(new HttpGet(uri));
    }

    /** Sends JSON. */
    String post(URI uri, String json, String idempotencyKey) {
        HttpPost request = new HttpPost(uri);
        request.setEntity(new StringEntity(json, ContentType.APPLICATION_JSON));
        request.addHeader("Idempotency-Key", idempotencyKey);
        return send(request);
    }

    private String send(ClassicHttpRequest request) {
        try {
            return http.execute(request, answer -> {
                String body = EntityUtils.toString(answer.getEntity());
                if (answer.getCode() / 100 != 2) {
                    throw new IOException("%s answered %d: %s".formatted(request, answer.getCode(), body));
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
