package io.feedmill.stack;

import io.feedmill.emulators.ChildProcess;
import io.feedmill.emulators.EmulatorStartException;
import io.feedmill.stack.load.RunClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The API or a worker as a child process that can be stopped and started again, on the same ports. Every start has its own log. Thread-safe. */
public final class FeedmillProcess implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration MAX_PROBE = Duration.ofSeconds(5);
    private static final Duration MAX_START = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(200);

    private final Platform platform;
    private final String module;
    private final String name;
    private final Map<String, String> environment = new TreeMap<>();
    private Workspace build;
    private final URI url;
    private final URI management;
    private @Nullable ChildProcess child;
    private int starts;

    /** Creates an API that is not started. The variables override those that all processes of an embedded stack have. */
    public static FeedmillProcess api(
            Platform platform, String name, int port, int managementPort, Map<String, String> variables) {
        return new FeedmillProcess(platform, "api", name, port, managementPort, variables);
    }

    /** Creates a worker that is not started. Its port is for health and metrics. */
    public static FeedmillProcess worker(Platform platform, String name, int port, Map<String, String> variables) {
        return new FeedmillProcess(platform, "worker", name, port, port, variables);
    }

    private FeedmillProcess(
            Platform platform,
            String module,
            String name,
            int port,
            int managementPort,
            Map<String, String> variables) {
        this.platform = platform;
        this.build = platform.workspace();
        this.module = module;
        this.name = name;
        System.getenv().keySet().stream()
                .filter(variable -> variable.startsWith("AWS_"))
                .forEach(variable -> environment.put(variable, ""));
        environment.putAll(platform.environment());
        environment.put("FEEDMILL_SECURITY_RESOURCE", "http://127.0.0.1:" + port);
        environment.putAll(variables);
        environment.put("SERVER_PORT", Integer.toString(port));
        environment.put("MANAGEMENT_SERVER_PORT", Integer.toString(managementPort));
        if (managementPort != port) {
            // Spring Boot opens a second port on every interface, and refuses the setting without one.
            environment.put("MANAGEMENT_SERVER_ADDRESS", "127.0.0.1");
        }
        this.url = URI.create("http://127.0.0.1:" + port);
        this.management = URI.create("http://127.0.0.1:" + managementPort);
    }

    public String name() {
        return name;
    }

    public URI url() {
        return url;
    }

    /** Returns the URL of health and metrics; a worker has no other. */
    public URI management() {
        return management;
    }

    /** Returns the number of starts so far. */
    public synchronized int starts() {
        return starts;
    }

    public synchronized boolean isAlive() {
        return child != null && child.isAlive();
    }

    /** Returns whether it runs and answers that it is ready. */
    public boolean isReady() {
        if (!isAlive()) {
            return false;
        }
        HttpRequest request = HttpRequest.newBuilder(management.resolve("/actuator/health/readiness"))
                .timeout(MAX_PROBE)
                .build();
        try {
            return HTTP.send(request, BodyHandlers.discarding()).statusCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Returns the sum of the series that begin so and have this label, such as {@code kind="write"}. Throws an {@link UncheckedIOException} without an answer. */
    public double metric(String series, String label) {
        HttpRequest scrape = HttpRequest.newBuilder(management.resolve("/actuator/prometheus"))
                .timeout(MAX_START)
                .build();
        try {
            return HTTP.send(scrape, BodyHandlers.ofLines())
                    .body()
                    .filter(line -> line.startsWith(series) && line.contains(label))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Returns the id of the process that runs or ran last; it must have been started. */
    public long pid() {
        return child().pid();
    }

    /** Changes the build whose jar it runs, from its next start on. */
    public synchronized void use(Workspace other) {
        build = other;
    }

    /** Changes variables of its environment from its next start on. */
    public synchronized void change(Map<String, String> variables) {
        environment.putAll(variables);
    }

    /** Starts it, unless it runs, and does not wait until it is ready. */
    public synchronized void start() {
        if (!isAlive()) {
            starts++;
            child = platform.start(build.jar(module), "%s.%d".formatted(name, starts), Map.copyOf(environment));
        }
    }

    /** Waits until it is ready; throws {@link EmulatorStartException} if it ends or takes too long. It must have been started. */
    public void awaitReady() {
        ChildProcess started = child();
        if (!RunClock.await(() -> isReady() || !started.isAlive(), POLL, MAX_START)) {
            throw started.failed("%s was not ready after %d s.".formatted(name, MAX_START.toSeconds()));
        }
        if (!started.isAlive()) {
            throw started.failed("%s ended before it was ready.".formatted(name));
        }
    }

    /** Sends SIGKILL and returns when the process is gone. */
    public void kill() {
        child().kill();
    }

    /** Sends SIGTERM and returns the time that the process took to end; throws {@link EmulatorStartException} if that exceeds the limit. */
    public Duration stop(Duration limit) {
        ChildProcess started = child();
        long start = System.nanoTime();
        started.askToEnd();
        try {
            started.onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw started.failed("%s did not end within %d s of SIGTERM.".formatted(name, limit.toSeconds()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw started.failed("Interrupted while %s ended.".formatted(name));
        }
        started.close();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Kills it if it was started. */
    @Override
    public synchronized void close() {
        if (child != null) {
            child.kill();
        }
    }

    synchronized ChildProcess child() {
        if (child == null) {
            throw new IllegalStateException(name + " was never started");
        }
        return child;
    }
}
