package io.feedmill.bench.meter;

import io.feedmill.faults.http.Client;
import io.feedmill.faults.http.Exchange;
import io.feedmill.faults.http.HttpAnswer;
import io.feedmill.faults.http.HttpCall;
import io.feedmill.faults.http.ProxyServer;
import io.feedmill.faults.http.Upstream;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.Operations;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.node.ObjectNode;

/** A proxy before DynamoDB Local or ElasticMQ that counts requests, bytes and units. Clients see no difference. Thread-safe. */
public final class Meter implements AutoCloseable {
    private final Map<String, Bill.Charge> charges = new ConcurrentHashMap<>();
    private final Upstream target;
    private final ProxyServer server;
    private final URI endpoint;

    private Meter(Upstream target) {
        this.target = target;
        this.server = new ProxyServer(new Metered(), 0);
        this.endpoint = URI.create("http://127.0.0.1:" + start(server));
    }

    /** Starts on any free port. */
    public static Meter start(URI target) {
        return new Meter(new Upstream(target));
    }

    private static int start(ProxyServer server) {
        try {
            return server.start();
        } catch (Exception e) {
            throw new IllegalStateException("Cannot start the meter", e);
        }
    }

    public URI endpoint() {
        return endpoint;
    }

    /** Returns the charges of all answered requests. */
    public Bill bill() {
        return new Bill(charges);
    }

    /** Ends all connections. */
    @Override
    public void close() {
        try (target) {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("Cannot stop the meter", e);
        }
    }

    private final class Metered implements Exchange {
        @Override
        public void serve(HttpCall http, Client client) {
            ApiCall call = ApiCall.of(http.header("X-Amz-Target"), http.body());
            try {
                client.answer(Metering.meters(call) ? withUnits(call, http) : plain(call, http));
            } catch (IOException e) {
                client.close();
            }
        }

        private HttpAnswer plain(ApiCall call, HttpCall http) throws IOException {
            HttpAnswer answer = target.send(http);
            charge(call, answer, 0);
            return answer;
        }

        private HttpAnswer withUnits(ApiCall call, HttpCall http) throws IOException {
            HttpAnswer metered = target.send(http.withBody(Metering.request(call)));
            ObjectNode json = metered.body().json();
            double units = Metering.units(call, json);
            HttpAnswer answer = metered.withJson(Metering.answer(call, json));
            charge(call, answer, units);
            return answer;
        }

        private void charge(ApiCall call, HttpAnswer answer, double units) {
            int bytes = call.body().bytes().length + answer.body().bytes().length;
            boolean writes = Operations.WRITES.contains(call.operation());
            Bill.Charge charge = new Bill.Charge(1, bytes, writes ? units : 0, writes ? 0 : units);
            charges.merge(call.operation(), charge, Bill.Charge::plus);
        }
    }
}
