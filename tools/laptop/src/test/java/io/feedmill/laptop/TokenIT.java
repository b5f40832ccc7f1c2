package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The command's tokens, at the API of the stack that is up. */
@Timeout(180)
@Tag("full")
class TokenIT {
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

    private static String token(String... words) throws Exception {
        String port = "--api-port=" + SharedStack.get().url("API").getPort();
        String token = SharedStack.run(
                Stream.concat(Stream.of("token", port), Stream.of(words)).toArray(String[]::new));
        assertThat(token).hasLineCount(1);
        return token;
    }

    private static int status(String token, String path) throws Exception {
        return SharedStack.get(path, token).statusCode();
    }
}
