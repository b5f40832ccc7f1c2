package io.feedmill.stack;

import io.feedmill.emulators.ChildProcess;
import io.feedmill.emulators.EmulatorsHome;
import io.feedmill.emulators.JavaCommand;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The API or a worker as a child process: the production jar, only unpacked and on a leash. */
record FeedmillProcess(ChildProcess child, URI url) {

    private static final List<String> OPTIONS = List.of(
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(200);

    /** Starts it and does not wait. */
    static FeedmillProcess start(String name, Path jar, Map<String, String> environment, EmulatorsHome home) {
        UnpackedJar unpacked = UnpackedJar.of(jar);
        String classPath = home.classPath() + File.pathSeparator + unpacked.classPath();
        JavaCommand command = new JavaCommand(name, OPTIONS, classPath, unpacked.mainClass(), List.of(), environment);
        ChildProcess child = ChildProcess.start(command, home.logs().resolve(name + ".log"));
        return new FeedmillProcess(child, URI.create("http://127.0.0.1:" + environment.get("SERVER_PORT")));
    }

    /** Waits until it says that it is ready; throws {@link io.feedmill.emulators.EmulatorStartException} if it ends or takes too long. */
    void awaitReady() {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        try (HttpClient http = HttpClient.newHttpClient()) {
            while (!Health.READINESS.isUp(http, url)) {
                if (!child.isAlive()) {
                    throw child.failed("The %s ended before it was ready.".formatted(child.name()));
                }
                if (System.nanoTime() - deadline > 0) {
                    throw child.failed("The %s was not ready after %d s.".formatted(child.name(), LIMIT.toSeconds()));
                }
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw child.failed("Interrupted while the %s started.".formatted(child.name()));
        }
    }
}
