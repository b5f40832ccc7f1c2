package io.feedmill.emulators;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A child process that does not outlive this JVM: {@link #close()}, a shutdown hook, or the end of its standard input stops it. Thread-safe. */
public final class ChildProcess implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ChildProcess.class);
    private static final Duration MAX_STOP = Duration.ofSeconds(30);
    private static final int TAIL = 25;
    /** The last one started comes first: a worker stops before the store that it writes to. */
    private static final Deque<ChildProcess> RUNNING = new ConcurrentLinkedDeque<>();

    static {
        Thread stopAll = new Thread(() -> RUNNING.forEach(ChildProcess::close), "stop children");
        Runtime.getRuntime().addShutdownHook(stopAll);
    }

    private final String name;
    private final Process process;
    private final Path log;
    private final CompletableFuture<Integer> port = new CompletableFuture<>();

    private ChildProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /** Starts the program. Its standard output and error go to the log file. */
    public static ChildProcess start(JavaCommand command, Path log) {
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            ProcessBuilder builder = command.toProcess().redirectError(ProcessBuilder.Redirect.to(log.toFile()));
            ChildProcess child = new ChildProcess(command.name(), builder.start(), log);
            RUNNING.push(child);
            // Not a virtual thread: one that reads a pipe keeps its carrier, and two cores have only two.
            Thread.ofPlatform().daemon().name(command.name()).start(child::listen);
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start " + command.name(), e);
        }
    }

    /** Waits until the child announces its port. Stops it and throws {@link EmulatorStartException} if it ends or takes too long. */
    public int awaitPort(Duration limit) {
        try {
            return port.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw failed("%s ended before it was ready.".formatted(name));
        } catch (TimeoutException e) {
            throw failed("%s was not ready after %d s.".formatted(name, limit.toSeconds()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("%s was not ready when its start was interrupted.".formatted(name));
        }
    }

    /** Stops the child and returns an exception with the end of its log, for the caller to throw. */
    public EmulatorStartException failed(String reason) {
        close();
        return new EmulatorStartException(reason + " Its log (" + log + ") ends:\n" + String.join("\n", logTail()));
    }

    public String name() {
        return name;
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    public Path log() {
        return log;
    }

    /** Completes when the process has ended. */
    public CompletableFuture<Process> onExit() {
        return process.onExit();
    }

    /** Sends SIGTERM and does not wait. */
    public void askToEnd() {
        process.destroy();
    }

    /** Kills the child by SIGKILL and waits for its end. Its own children keep running. */
    public void kill() {
        process.destroyForcibly().onExit().join();
        RUNNING.remove(this);
    }

    /** Ends the child by SIGTERM, or by SIGKILL after 30 seconds, and waits until it and its own children have ended. */
    @Override
    public void close() {
        List<ProcessHandle> descendants = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(MAX_STOP.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("{} does not end, killing it", name);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        descendants.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
        RUNNING.remove(this);
    }

    private void listen() {
        try (BufferedReader fromChild = process.inputReader()) {
            fromChild.lines().forEach(this::receive);
        } catch (IOException | UncheckedIOException e) {
            LOG.trace("{} closed its output", name, e);
        }
        port.completeExceptionally(new IOException("ended"));
    }

    private void receive(String line) {
        if (line.startsWith(ChildMain.READY)) {
            port.complete(Integer.parseInt(line.substring(ChildMain.READY.length())));
        } else {
            LOG.info("{}: {}", name, line);
        }
    }

    private List<String> logTail() {
        try (Stream<String> lines = Files.lines(log, Charset.defaultCharset())) {
            List<String> all = lines.toList();
            return all.subList(Math.max(0, all.size() - TAIL), all.size());
        } catch (IOException | UncheckedIOException e) {
            return List.of("(cannot be read: " + e.getMessage() + ")");
        }
    }
}
