package io.feedmill.stack;

import io.feedmill.emulators.ChildProcess;
import io.feedmill.emulators.EmulatorStartException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One process of Feedmill that is killed or stopped and started again, on one port. Every start has a log of its own. Thread-safe. */
public final class Member implements AutoCloseable {

    private final Platform platform;
    private final String module;
    private final String name;
    private final int port;
    private final Map<String, String> environment;
    private @Nullable FeedmillProcess process;
    private int starts;

    /**
     * A process that is not started yet, and will listen on the port.
     *
     * @param module {@code api} or {@code worker}
     * @param variables go before those that all processes of an embedded stack have
     */
    public Member(Platform platform, String module, String name, int port, Map<String, String> variables) {
        this.platform = platform;
        this.module = module;
        this.name = name;
        this.port = port;
        this.environment = new TreeMap<>(StackEnvironment.of(platform.servers(), OptionalInt.empty())
                .with(variables)
                .changes(System.getenv(), port));
    }

    public String name() {
        return name;
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** How often it was started. */
    public synchronized int starts() {
        return starts;
    }

    public synchronized boolean isAlive() {
        return process != null && process.child().isAlive();
    }

    /** Of the process that runs or ran last; it must have been started. */
    public long pid() {
        return started().child().pid();
    }

    /** Changes a variable of its environment from its next start on. */
    public synchronized void change(String variable, String value) {
        environment.put(variable, value);
    }

    /** Starts it, unless it runs, and does not wait until it is ready. */
    public synchronized void start() {
        if (!isAlive()) {
            starts++;
            process = platform.start(module, "%s.%d".formatted(name, starts), Map.copyOf(environment));
        }
    }

    /** Waits until it is ready; throws {@link EmulatorStartException} if it ends before or takes too long. It must have been started. */
    public void awaitReady() {
        started().awaitReady();
    }

    /** SIGKILL. Returns when it is gone. */
    public void kill() {
        started().child().kill();
    }

    /** SIGTERM. Returns how long it took to end; throws {@link EmulatorStartException} where it takes longer than the limit. */
    public Duration stop(Duration limit) {
        ChildProcess child = started().child();
        long start = System.nanoTime();
        child.askToEnd();
        try {
            child.onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw child.failed("%s did not end within %d s of SIGTERM.".formatted(name, limit.toSeconds()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw child.failed("Interrupted while %s was to end.".formatted(name));
        }
        child.close();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** SIGKILL, if it was started. */
    @Override
    public synchronized void close() {
        if (process != null) {
            process.child().kill();
        }
    }

    private synchronized FeedmillProcess started() {
        if (process == null) {
            throw new IllegalStateException(name + " was never started");
        }
        return process;
    }
}
