package io.feedmill.bench.streamframework;

import io.feedmill.emulators.EmulatorStartException;
import io.feedmill.emulators.Ports;
import io.feedmill.stack.load.StepFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The Python process, with Redis and the workers as its children. It ends with its standard input, and they with it: no process outlives this JVM.
 * Not thread-safe.
 */
final class Driver implements AutoCloseable {
    private static final long STOP_SECONDS = 30;

    private final Process process;
    private final Path log;
    private final Writer toDriver;
    private final BufferedReader fromDriver;

    private Driver(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.toDriver = process.outputWriter();
        this.fromDriver = process.inputReader();
    }

    static Driver start(Installation installation) {
        Path run = installation.run();
        Path log = run.resolve("driver.log");
        try {
            Files.createDirectories(run);
            ProcessBuilder driver = new ProcessBuilder(installation.driver(run)).redirectError(log.toFile());
            driver.environment().put("SF_FEEDS_PORT", String.valueOf(Ports.findFree()));
            driver.environment().put("SF_BROKER_PORT", String.valueOf(Ports.findFree()));
            return new Driver(driver.start(), log);
        } catch (IOException e) {
            throw new EmulatorStartException("Cannot start Stream-Framework: " + e.getMessage(), e);
        }
    }

    /** Waits for the response, without a limit. Throws a {@link StepFailure} for an error, and if the process has ended. */
    <T> T ask(Messages.Request request, Class<T> response) {
        String line = exchange(Messages.encode(request));
        if (line == null) {
            throw new StepFailure("Stream-Framework has ended, see %s.".formatted(log));
        }
        return Messages.decode(line, response);
    }

    private @Nullable String exchange(String request) {
        try {
            toDriver.write(request + "\n");
            toDriver.flush();
            return fromDriver.readLine();
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public void close() {
        try {
            toDriver.close();
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().onExit().join();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
