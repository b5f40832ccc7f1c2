package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.FeedmillCommand;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The command's tokens, at the API of the stack that is up. */
@Timeout(180)
@Tag("full")
class TokenIT {
    private final URI api = SharedStack.get().url("API");

    @Test
    void aUsersTokenIsForTheUserOnly() throws Exception {
        String ann = token("ann");
        assertThat(status(ann, "/v1/feeds/home/ann")).isEqualTo(200);
        assertThat(status(ann, "/v1/feeds/home/ben")).isEqualTo(403);
        assertThat(status(ann, "/v1/reports")).isEqualTo(403);
    }

    @Test
    void aServicesTokenNamesAnyUserWithinItsScopes() throws Exception {
        String backend = token("my backend", "--service", "--scope=feed,reports");
        assertThat(status(backend, "/v1/feeds/home/ann")).isEqualTo(200);
        assertThat(status(backend, "/v1/reports")).isEqualTo(200);
        assertThat(status(backend, "/v1/users/ann/following")).isEqualTo(403);
    }

    private String token(String... words) throws Exception {
        Stream<String> line = Stream.concat(Stream.of("token", "--api-port=" + api.getPort()), Stream.of(words));
        try (FeedmillCommand command = FeedmillCommand.start(SharedStack.folder(), Map.of(), line)) {
            EndedCommand ended = EndedCommand.await(command, 0);
            ended.assertErr().isEmpty();
            ended.assertOut().hasLineCount(1);
            return ended.out().strip();
        }
    }

    private int status(String token, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(api.resolve(path))
                .header("Authorization", "Bearer " + token)
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(request, BodyHandlers.discarding()).statusCode();
        }
    }
}
