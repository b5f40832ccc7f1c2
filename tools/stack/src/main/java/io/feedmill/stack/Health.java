package io.feedmill.stack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** What a process says of itself. */
public enum Health {
    LIVENESS("liveness"),
    READINESS("readiness");

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final String path;

    Health(String path) {
        this.path = path;
    }

    /** What a process answers. */
    public enum Answer {
        UP,
        DOWN,
        /** Nothing within five seconds. */
        NONE
    }

    /** Whether it says that it is up. */
    public boolean isUp(HttpClient http, URI process) throws InterruptedException {
        return ask(http, process) == Answer.UP;
    }

    public Answer ask(HttpClient http, URI process) throws InterruptedException {
        HttpRequest probe = HttpRequest.newBuilder(process.resolve("/actuator/health/" + path))
                .timeout(LIMIT)
                .build();
        try {
            return http.send(probe, BodyHandlers.discarding()).statusCode() == 200 ? Answer.UP : Answer.DOWN;
        } catch (IOException e) {
            return Answer.NONE;
        }
    }
}
