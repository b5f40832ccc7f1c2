package io.feedmill.cli.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feedmill.cli.command.CommandException;
import io.feedmill.cli.token.ApiOption.ApiTokens;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ApiTokensTest {
    private static final URI ELSEWHERE = URI.create("https://feedmill.example.org:8080");

    @Test
    void takesTheTokenOfTheEnvironment() {
        assertThat(ApiTokens.of(ELSEWHERE, Map.of("FEEDMILL_TOKEN", "abc\r\n")).get())
                .isEqualTo("abc");
    }

    @Test
    void showsNoTokenThatIsNone() {
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> ApiTokens.of(ELSEWHERE, Map.of("FEEDMILL_TOKEN", "secret\nsecret")))
                .withMessage("FEEDMILL_TOKEN is not a token.");
    }

    @Test
    void signsNoneForAnotherMachine() {
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> ApiTokens.of(ELSEWHERE, Map.of()))
                .withMessage("Set FEEDMILL_TOKEN to a token for https://feedmill.example.org:8080:"
                        + " it is no embedded stack that is up.");
    }
}
