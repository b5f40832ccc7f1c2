package io.feedmill.chaos.scenario;

import io.feedmill.chaos.rig.Rig;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.load.RunClock;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Uploads that send a part of their body and then nothing. One that is refused begins again after a second. */
final class StalledUploads implements AutoCloseable {
    private static final int ANNOUNCED = 100_000;
    private static final int SENT = 50_000;
    private static final int CONNECT_MILLIS = 10_000;
    private static final int READ_MILLIS = 30_000;
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration MAX_START = Duration.ofSeconds(30);

    private final Rig rig;
    private final AtomicInteger begun = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile boolean closed;

    /** Begins this number of uploads, and returns when each has sent its part once. */
    StalledUploads(Rig rig, int uploads) {
        this.rig = rig;
        for (int upload = 0; upload < uploads; upload++) {
            threads.execute(this::uploadAgainAndAgain);
        }
        if (!RunClock.await(() -> begun.get() >= uploads, Duration.ofMillis(50), MAX_START)) {
            close();
            throw new StepFailure("Only %,d of %,d uploads began.".formatted(begun.get(), uploads));
        }
    }

    /** Returns the number of uploads that have sent their part, repeated ones included. */
    int begun() {
        return begun.get();
    }

    private void uploadAgainAndAgain() {
        while (!closed) {
            upload();
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Returns when the API has answered or closed the connection. */
    private void upload() {
        try (Socket socket = new Socket()) {
            URI api = rig.fleet().api().url();
            socket.connect(new InetSocketAddress(api.getHost(), api.getPort()), CONNECT_MILLIS);
            socket.setSoTimeout(READ_MILLIS);
            String head = """
                    POST /v1/posts HTTP/1.1\r
                    Host: x\r
                    Authorization: %s\r
                    Content-Type: application/json\r
                    Content-Length: %d\r
                    \r
                    """.formatted(rig.authorization(), ANNOUNCED);
            String part = "{\"author\":\"1\",\"text\":\"" + "x".repeat(SENT);
            socket.getOutputStream().write((head + part).getBytes(StandardCharsets.US_ASCII));
            begun.incrementAndGet();
            socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            // refused, or closed by the API: it begins again
        }
    }

    @Override
    public void close() {
        closed = true;
        threads.shutdownNow();
    }
}
