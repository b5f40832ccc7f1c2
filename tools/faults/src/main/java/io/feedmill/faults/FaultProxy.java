package io.feedmill.faults;

import io.feedmill.faults.Statistics.Tally;
import io.feedmill.faults.http.ProxyServer;
import io.feedmill.faults.http.Upstream;
import io.feedmill.faults.protocol.Permission;
import io.feedmill.faults.script.Script;
import java.net.URI;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** A proxy on 127.0.0.1 that injects faults between clients and a target. Thread-safe. */
public final class FaultProxy implements AutoCloseable {
    private final Upstream target;
    private final ProxyServer server;
    private final CurrentScript script;
    private final Tally tally = new Tally();
    private final UsedPermissions permissions = new UsedPermissions();
    private final WriteHold writes = new WriteHold();
    private final int port;

    private FaultProxy(URI target, CurrentScript script, int port) {
        this.target = new Upstream(target);
        this.script = script;
        Receives receives = new Receives(script, tally);
        this.server =
                new ProxyServer(new FaultExchange(this.target, script, tally, receives, writes, permissions), port);
        try {
            this.port = server.start();
        } catch (Exception e) {
            close();
            throw new FaultProxyException("The proxy cannot listen: " + e.getMessage(), e);
        }
    }

    /** A proxy cannot start or stop. The message is for the user. */
    public static final class FaultProxyException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private FaultProxyException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Starts a proxy on the port, or on any free one for 0. Throws a {@link FaultProxyException} if it cannot listen. */
    public static FaultProxy start(URI target, Script script, int port) {
        return start(target, script, port, System::nanoTime);
    }

    /** As {@link #start(URI, Script, int)}, with the time for windows, capacities and deliveries: nanoseconds from an arbitrary origin. */
    public static FaultProxy start(URI target, Script script, int port, LongSupplier nanoTime) {
        return new FaultProxy(target, new CurrentScript(script, nanoTime), port);
    }

    public int port() {
        return port;
    }

    /** The endpoint for clients. */
    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** Replaces the script. The times of its rules count from now. Requests that wait already stay as they are. */
    public void replaceScript(Script other) {
        script.replace(other);
    }

    /** Runs the action while no table changes: it awaits open writes, and new ones wait. They are carried out then, although a client may have given up. */
    public <T> T holdWrites(Supplier<T> action) {
        return writes.during(action);
    }

    public Statistics statistics() {
        return tally.snapshot();
    }

    /** Returns the permissions that the application of this id has used since the start. */
    public Set<Permission> permissions(String application) {
        return permissions.of(application);
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
