package io.feedmill.bench.servers;

import io.feedmill.faults.http.Client;
import io.feedmill.faults.http.HttpAnswer;
import io.feedmill.faults.http.HttpCall;
import io.feedmill.faults.http.ProxyServer;
import io.feedmill.faults.http.Upstream;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.ItemWrite;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A proxy of DynamoDB Local that counts the requests that write a partition, and have written it. Thread-safe. */
public final class RowWrites implements AutoCloseable {
    private final Map<Partition, Integer> written = new ConcurrentHashMap<>();
    private final Upstream target;
    private final ProxyServer server = new ProxyServer(this::serve, 0);
    private final Endpoints endpoints;

    private record Partition(String table, String key) {}

    public RowWrites(Endpoints targets) {
        this.target = new Upstream(targets.dynamoDb());
        try {
            this.endpoints = new Endpoints(URI.create("http://127.0.0.1:" + server.start()), targets.queues());
        } catch (Exception e) {
            throw new IllegalStateException("The proxy cannot listen.", e);
        }
    }

    /** Returns the addresses of this proxy and of the queues. */
    public Endpoints endpoints() {
        return endpoints;
    }

    public int of(String table, String partition) {
        return written.getOrDefault(new Partition(table, partition), 0);
    }

    private void serve(HttpCall http, Client client) {
        ApiCall call = ApiCall.of(http.header("X-Amz-Target"), http.body());
        try {
            HttpAnswer answer = target.send(http);
            if (answer.isOk()) {
                ItemWrite.of(call, "pk").stream()
                        .map(write -> new Partition(write.table(), write.partition()))
                        .distinct()
                        .forEach(partition -> written.merge(partition, 1, Integer::sum));
            }
            client.answer(answer);
        } catch (IOException e) {
            client.close();
        }
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
