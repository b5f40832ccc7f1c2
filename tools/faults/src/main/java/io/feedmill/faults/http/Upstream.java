package io.feedmill.faults.http;

import io.feedmill.faults.protocol.Body;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
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

/** The target, over connections that are kept. It never sends anything twice. Thread-safe. */
public final class Upstream implements AutoCloseable {
    private static final int CONNECTIONS = 4096;

    /** Longer than the longest poll of a queue, which is 20 s. */
    private static final Timeout ANSWER = Timeout.ofSeconds(90);

    /** Shorter than the targets keep an idle connection. */
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
                .setDefaultRequestConfig(
                        RequestConfig.custom().setResponseTimeout(ANSWER).build())
                .evictIdleConnections(IDLE)
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableContentCompression()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
    }

    /** What the target answers. Throws an {@link IOException} if it does not, or if this is closed. */
    public HttpAnswer send(HttpCall call) throws IOException {
        ClassicHttpRequest request = new BasicClassicHttpRequest(call.method(), target.resolve(prefix + call.path()));
        call.headers().forEach(header -> request.addHeader(header.name(), header.value()));
        if (call.body().bytes().length > 0) {
            request.setEntity(new ByteArrayEntity(call.body().bytes(), null));
        }
        return execute(request);
    }

    /** The client does not say by an IOException that its connections are closed. */
    private HttpAnswer execute(ClassicHttpRequest request) throws IOException {
        try {
            return http.execute(request, Upstream::answer);
        } catch (IllegalStateException e) {
            throw new IOException("The connections are closed.", e);
        }
    }

    private static HttpAnswer answer(ClassicHttpResponse response) throws IOException {
        HttpEntity entity = response.getEntity();
        Body body = entity == null ? Body.EMPTY : Body.of(EntityUtils.toByteArray(entity));
        List<Header> headers = Arrays.stream(response.getHeaders())
                .filter(header -> Hops.passes(header.getName()))
                .map(header -> new Header(header.getName(), header.getValue()))
                .toList();
        return new HttpAnswer(response.getCode(), headers, body);
    }

    /** Ends what is under way as well. */
    @Override
    public void close() {
        http.close(CloseMode.IMMEDIATE);
    }
}
