package io.feedmill.faults;

import io.feedmill.faults.http.FaultExchange;
import io.feedmill.faults.http.ProxyServer;
import io.feedmill.faults.http.ScriptInForce;
import io.feedmill.faults.http.Upstream;
import io.feedmill.faults.script.Script;
import io.feedmill.faults.statistics.Statistics;
import io.feedmill.faults.statistics.Tally;
import java.net.URI;
import java.util.function.LongSupplier;

/** Stands on 127.0.0.1 in front of a target and injects faults by a script, which may change at any time. Thread-safe. */
public final class FaultProxy implements AutoCloseable {
    private final Upstream target;
    private final ProxyServer server;
    private final ScriptInForce script;
    private final Tally tally;
    private final int port;

    private FaultProxy(Upstream target, ProxyServer server, ScriptInForce script, Tally tally) {
        this.target = target;
        this.server = server;
        this.script = script;
        this.tally = tally;
        try {
            this.port = server.start();
        } catch (Exception e) {
            close();
            throw new FaultProxyException("The proxy cannot listen: " + e.getMessage(), e);
        }
    }

    /** Starts one on the port, or on any free one if it is 0. Throws a {@link FaultProxyException} if it cannot listen there. */
    public static FaultProxy start(URI target, Script script, int port) {
        return start(target, script, port, System::nanoTime);
    }

    /** As {@link #start(URI, Script, int)}, with the time of the script's windows, capacities and deliveries: nanoseconds from an arbitrary origin. */
    public static FaultProxy start(URI target, Script script, int port, LongSupplier nanoTime) {
        Tally tally = new Tally();
        ScriptInForce inForce = new ScriptInForce(script, nanoTime);
        Upstream upstream = new Upstream(target);
        FaultExchange exchange = new FaultExchange(upstream, inForce, tally);
        return new FaultProxy(upstream, new ProxyServer(exchange, port), inForce, tally);
    }

    public int port() {
        return port;
    }

    /** What clients take for their endpoint. */
    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** Puts another script in; the times of its rules count from now. What waits or is held by the one before stays so. */
    public void replaceScript(Script other) {
        script.replace(other);
    }

    /** What has happened until now. */
    public Statistics statistics() {
        return tally.snapshot();
    }

    /** Ends all connections. */
    @Override
    public void close() {
        try (target) {
            server.stop();
        } catch (Exception e) {
            throw new FaultProxyException("The proxy does not stop: " + e.getMessage(), e);
        }
    }
}
