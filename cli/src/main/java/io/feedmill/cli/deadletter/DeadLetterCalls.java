package io.feedmill.cli.deadletter;

import io.feedmill.cli.client.HttpCalls;
import io.feedmill.cli.deadletter.DeadLetters.RedriveRequest;
import io.feedmill.cli.deadletter.DeadLetters.RedriveResult;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The API's calls about dead-letter messages. */
record DeadLetterCalls(HttpCalls http) {
    /** Longer than any admin call may be made to last. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static final String PATH = "/v1/admin/dead-letters";

    /** Returns the dead-letter messages, up to the number that one call reads. */
    DeadLetters list() {
        return http.read(http.request(PATH).timeout(LIMIT), DeadLetters.class);
    }

    /** Redrives dead-letter messages to the queue, up to the number that one call moves. */
    RedriveResult redrive(String queue, RedriveRequest request) {
        String path = "%s/%s:redrive".formatted(PATH, URLEncoder.encode(queue, StandardCharsets.UTF_8));
        return http.read(http.post(path, request).timeout(LIMIT), RedriveResult.class);
    }
}
