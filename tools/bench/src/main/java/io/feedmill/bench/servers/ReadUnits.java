package io.feedmill.bench.servers;

import io.feedmill.faults.http.Client;
import io.feedmill.faults.http.HttpAnswer;
import io.feedmill.faults.http.HttpCall;
import io.feedmill.faults.http.ProxyServer;
import io.feedmill.faults.http.Upstream;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.Body;
import java.io.IOException;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.atomic.DoubleAdder;
import tools.jackson.databind.JsonNode;

/** A proxy of DynamoDB Local that counts read units. A request that finds nothing costs as much as one row, as on AWS. Thread-safe. */
public final class ReadUnits implements AutoCloseable {
    private static final Set<String> READS = Set.of("Query", "GetItem", "BatchGetItem");

    private final Set<String> uncounted;
    private final DoubleAdder units = new DoubleAdder();
    private final Upstream target;
    private final ProxyServer server = new ProxyServer(this::serve, 0);
    private final Endpoints endpoints;

    public ReadUnits(Endpoints targets) {
        this(targets, Set.of());
    }

    /** Counts no request that is only for these tables. */
    public ReadUnits(Endpoints targets, Set<String> uncounted) {
        this.uncounted = uncounted;
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

    /** Returns the read units of all requests while this runs. */
    public double of(Runnable work) {
        double before = units.sum();
        work.run();
        return units.sum() - before;
    }

    private void serve(HttpCall http, Client client) {
        ApiCall call = ApiCall.of(http.header("X-Amz-Target"), http.body());
        try {
            if (!READS.contains(call.operation()) || uncounted.containsAll(call.tables())) {
                client.answer(target.send(http));
                return;
            }
            HttpAnswer answer = target.send(http.withBody(Body.of(call.json().put("ReturnConsumedCapacity", "TOTAL"))));
            units.add(Math.max(least(call), units(answer.body().json().path("ConsumedCapacity"))));
            client.answer(answer);
        } catch (IOException e) {
            client.close();
        }
    }

    /** Returns the units of absent rows, of which DynamoDB Local tells nothing: on AWS each key of a batch costs as much as a small row. */
    private static double least(ApiCall call) {
        return call.operation().equals("BatchGetItem")
                ? call.json()
                        .path("RequestItems")
                        .valueStream()
                        .mapToDouble(table -> table.path("Keys").size() * least(table))
                        .sum()
                : least(call.json());
    }

    private static double least(JsonNode read) {
        return read.path("ConsistentRead").asBoolean(false) ? 1 : 0.5;
    }

    /** A batch has those of each table. */
    private static double units(JsonNode consumed) {
        return consumed.isArray()
                ? consumed.valueStream().mapToDouble(ReadUnits::units).sum()
                : consumed.path("CapacityUnits").asDouble(0);
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
