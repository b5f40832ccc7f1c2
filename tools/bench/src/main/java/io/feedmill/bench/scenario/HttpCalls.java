package io.feedmill.bench.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** Calls of the API by the HTTP client of the SDK: both sides of a ratio have the same client. */
final class HttpCalls implements AutoCloseable {
    private final CloseableHttpClient http = HttpClients.createDefault();

    /** Reads the body as a string. Throws an {@link UncheckedIOException} unless the status is 2xx. */
    void send(ClassicHttpRequest request) {
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
