package io.feedmill.cli.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.cli.token.SigningKey.Claims;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ClaimsTest {
    /** A row of the table of calls: the scope that they need, and the calls. */
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z-]+)`[^|]*\\|[^|]*\\| `[A-Z]+ /v1/");

    @Test
    void knowsTheDocumentedScopes() throws IOException {
        Set<String> scopes = new HashSet<>(ROW.matcher(Files.readString(Path.of("..", "docs", "security.md")))
                .results()
                .map(row -> row.group(1))
                .toList());
        scopes.add("act-as");
        assertThat(Claims.SCOPES).containsExactlyInAnyOrderElementsOf(scopes).containsAll(Claims.OF_USERS);
    }

    @Test
    void onlyAServiceMayNameOtherUsers() {
        Claims user = new Claims("ann", Claims.OF_USERS, Duration.ofHours(1));
        assertThat(user.scopes()).doesNotContain("act-as");
        assertThat(user.forService().scopes()).contains("act-as").containsAll(Claims.OF_USERS);
    }
}
