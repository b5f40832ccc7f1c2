package io.feedmill.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A usage error prints one line and starts nothing. */
class ChaosCommandTest {

    private final StringWriter errors = new StringWriter();

    @ParameterizedTest
    @CsvSource({
        "--minutes 0,        --minutes must be more than 0 and at most 60.",
        "--workers 0,        --workers must be 1 to 20.",
        "--seed many,        Invalid value for option '--seed'",
        "--groups 0,         --groups must be 1 to 100.",
        "overload --capacity 24, --capacity must be 25 to 100000.",
        "overload --backlog 0, --backlog must be 1 to 36000.",
        "heal --posts 6, --posts must be 7 to 100000.",
        "heal --within 0, --within must be at least 1.",
        "living --sequences 0, --sequences must be 1 to 500.",
        "living --events 0,  --events must be 1 to 500.",
        "living --cuts -1,   --cuts must be 0 to 1000.",
        "restore --seconds 0, --seconds must be 1 to 600.",
        "restore --case none, Invalid value for option '--case'",
        "fuzz --messages -1, --messages must be 0 to 10000000.",
        "dance,              Unmatched argument at index 0: 'dance'",
    })
    void refusesOptionsInOneLine(String words, String sentence) {
        assertThat(run(words.split(" ", -1))).isEqualTo(2);
        assertThat(errors.toString()).startsWith(sentence).hasLineCount(1);
    }

    @Test
    void thePlanOfASeedNeedsNoServer() {
        assertThat(run("--seed", "7", "--minutes", "1", "--plan")).isZero();
        assertThat(errors.toString()).isEmpty();
    }

    private int run(String... words) {
        return ChaosCommand.commands().setErr(new PrintWriter(errors, true)).execute(words);
    }
}
