package io.feedmill.bench.meter;

import io.feedmill.faults.http.Client;
import io.feedmill.faults.http.ExchangeHandler.Exchange;
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

/** A proxy before DynamoDB Local or ElasticMQ that counts requests and units. Thread-safe. */
public final class Meter implements Exchange, AutoCloseable {
    private final Map<String, Bill.Charge> charges = new ConcurrentHashMap<>();
    private final Upstream target;
    private final ProxyServer server = new ProxyServer(this, 0);
    private final URI endpoint;

    private Meter(URI target) throws Exception {
        this.target = new Upstream(target);
        this.endpoint = URI.create("http://127.0.0.1:" + server.start());
    }

    /** Starts on any free port. */
    public static Meter start(URI target) {
        try {
            return new Meter(target);
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

    @Override
    public void serve(HttpCall http, Client client) {
        ApiCall call = ApiCall.of(http.header("X-Amz-Target"), http.body());
        try {
            HttpAnswer answer = target.send(http.withBody(Units.ask(call)));
            double units = Units.of(call, answer.body().json());
            boolean writes = Operations.WRITES.contains(call.operation());
            Bill.Charge charge = new Bill.Charge(1, writes ? units : 0, writes ? 0 : units);
            charges.merge(call.operation(), charge, Bill.Charge::plus);
            client.answer(answer);
        } catch (IOException e) {
            client.close();
        }
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
}
