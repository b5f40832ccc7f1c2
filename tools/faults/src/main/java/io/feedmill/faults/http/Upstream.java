package io.feedmill.faults.http;

import io.feedmill.faults.http.HttpCall.Header;
import io.feedmill.faults.protocol.Body;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** The target, over pooled connections. Never retries. Thread-safe. */
public final class Upstream implements AutoCloseable {
    private static final int CONNECTIONS = 4096;

    /** Longer than the longest poll of a queue: 20 s. */
    private static final Timeout ANSWER = Timeout.ofSeconds(90);

    /** Shorter than the time for which targets keep an idle connection. */
    private static final TimeValue IDLE = TimeValue.ofSeconds(10);

    private final URI target;
    private final String prefix;
    private final CloseableHttpClient http;

    public Upstream(URI target) {
        this.target = target;
        this.prefix = target.getRawPath() == null ? "" : target.getRawPath().replaceAll("/+$", "");
        this.http = client();
    }

    private static CloseableHttpClient client() {
        ConnectionConfig connections = ConnectionConfig.custom()
                .setConnectTimeout(Timeout.ofSeconds(5))
                .setSocketTimeout(ANSWER)
                .setValidateAfterInactivity(TimeValue.ofSeconds(1))
                .build();
        var manager = PoolingHttpClientConnectionManagerBuilder.create()
                .setDefaultConnectionConfig(connections)
                .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
                .setMaxConnTotal(CONNECTIONS)
                .setMaxConnPerRoute(CONNECTIONS)
                .build();
        return HttpClients.custom()
                .setConnectionManager(manager)
                .evictIdleConnections(IDLE)
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableContentCompression()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
    }

    /** Returns the target's answer. Throws an {@link IOException} if there is none or if this is closed. */
    public HttpAnswer send(HttpCall call) throws IOException {
        ClassicHttpRequest request = new BasicClassicHttpRequest(call.method(), target.resolve(prefix + call.path()));
        call.headers().forEach(header -> request.addHeader(header.name(), header.value()));
        if (call.body().bytes().length > 0) {
            request.setEntity(new ByteArrayEntity(call.body().bytes(), null));
        }
        try {
            return http.execute(request, Upstream::answer);
        } catch (IllegalStateException e) { // the connection pool is closed
            throw new IOException("The connections are closed.", e);
        }
    }

    private static HttpAnswer answer(ClassicHttpResponse response) throws IOException {
        HttpEntity entity = response.getEntity();
        Body body = entity == null ? Body.EMPTY : Body.of(EntityUtils.toByteArray(entity));
        List<Header> headers = Arrays.stream(response.getHeaders())
                .map(header -> new Header(header.getName(), header.getValue()))
                .filter(Header::isEndToEnd)
                .toList();
        return new HttpAnswer(response.getCode(), headers, body);
    }

    /** Ends requests under way too. */
    @Override
    public void close() {
        http.close(CloseMode.IMMEDIATE);
    }
}
