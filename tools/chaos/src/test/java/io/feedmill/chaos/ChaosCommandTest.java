package io.feedmill.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the user gets wrong is answered with one line and without starting anything. */
class ChaosCliTest {

    private final StringWriter errors = new StringWriter();

    @ParameterizedTest
    @CsvSource({
        "chaos --minutes 0,        --minutes must be more than 0 and at most a day.",
        "chaos --workers 0,        --workers must be 1 to 20.",
        "chaos --seed many,        Invalid value for option '--seed'",
        "chaos --users 5,          --users must be 20 to 100000.",
        "drill,                    Missing required subcommand",
        "drill throttle --percent 100, --percent must be 0 to 99.",
        "drill outage --seconds 19, --seconds must be 20 to 240.",
        "drill restart --workers 0, --workers must be 1 to 20.",
        "drill views --views 2,    --views must be 3 to 10000000.",
        "drill views --posts 0,    --posts must be 1 to 10000.",
        "drill views --viewers 1999, --viewers times --posts must be at least --views.",
        "drill reports --kills 1,  --kills must be 2 to 20.",
        "drill reports --hours 5,  --hours must be 6 to 168.",
        "drill reports --events 0, --events must be 1 to 5000000.",
        "drill dance,              Unmatched argument at index 1: 'dance'",
    })
    void refusesOptionsInOneLine(String words, String sentence) {
        assertThat(run(words.split(" ", -1))).isEqualTo(2);
        assertThat(errors.toString()).startsWith(sentence).hasLineCount(1);
    }

    @Test
    void thePlanOfASeedNeedsNoServer() {
        assertThat(run("chaos", "--seed", "7", "--minutes", "1", "--plan")).isZero();
        assertThat(errors.toString()).isEmpty();
    }

    private int run(String... words) {
        return ChaosCli.commands().setErr(new PrintWriter(errors, true)).execute(words);
    }
}
