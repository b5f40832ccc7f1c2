package io.feedmill.chaos.rig;

import io.feedmill.faults.http.Client;
import io.feedmill.faults.http.HttpAnswer;
import io.feedmill.faults.http.HttpCall;
import io.feedmill.faults.http.ProxyServer;
import io.feedmill.faults.http.Upstream;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.Body;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.node.ObjectNode;

/** A proxy for processes of a newer version, which adds what that may write to messages and rows. Thread-safe. */
public final class NewerProxy implements AutoCloseable {
    private final Upstream target;
    private final ProxyServer server = new ProxyServer(this::serve, 0);
    private final AtomicLong added = new AtomicLong();
    private final URI endpoint;

    /** Listens on a free port. */
    public NewerProxy(URI target) {
        this.target = new Upstream(target);
        try {
            this.endpoint = URI.create("http://127.0.0.1:" + server.start());
        } catch (Exception e) {
            throw new IllegalStateException("The proxy cannot listen.", e);
        }
    }

    public URI endpoint() {
        return endpoint;
    }

    /** Returns the number of fields and attributes that were added. */
    public long added() {
        return added.get();
    }

    private void serve(HttpCall http, Client client) {
        try {
            client.answer(answer(http));
        } catch (IOException e) {
            client.close();
        }
    }

    private HttpAnswer answer(HttpCall http) throws IOException {
        ApiCall call = ApiCall.of(http.header("X-Amz-Target"), http.body());
        ObjectNode body = call.json().deepCopy();
        long fields = NewerFields.add(call.operation(), body);
        if (fields == 0) {
            return target.send(http);
        }
        HttpAnswer answer = target.send(http.withBody(Body.of(body)));
        added.addAndGet(fields);
        return call.service() == ApiCall.Service.SQS && answer.isOk()
                ? answer.withJson(NewerFields.answer(call, answer.body().json()))
                : answer;
    }

    @Override
    public void close() {
        try (target) {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("The proxy does not stop.", e);
        }
    }
}
