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
        "--minutes 0,        --minutes must be more than 0 and at most a day.",
        "--workers 0,        --workers must be 1 to 20.",
        "--seed many,        Invalid value for option '--seed'",
        "--users 5,          --users must be 20 to 100000.",
        "throttle --percent 100, --percent must be 0 to 99.",
        "outage --seconds 19, --seconds must be 20 to 240.",
        "outage --cause rain, Invalid value for option '--cause'",
        "stalled --uploads 3501, --uploads must be 1 to 3500.",
        "stalled --seconds 4, --seconds must be 5 to 600.",
        "restart --workers 0, --workers must be 1 to 20.",
        "views --views 2,    --views must be 3 to 10000000.",
        "views --posts 0,    --posts must be 1 to 10000.",
        "views --viewers 1999, --viewers times --posts must be at least --views.",
        "reports --kills 1,  --kills must be 2 to 20.",
        "overload --capacity 24, --capacity must be 25 to 100000.",
        "overload --backlog 0, --backlog must be 1 to 36000.",
        "reports --hours 5,  --hours must be 6 to 168.",
        "reports --events 0, --events must be 1 to 5000000.",
        "reports --hours 10 --kills 5, --hours must be more than twice --kills.",
        "living --sequences 0, --sequences must be 1 to 3000.",
        "living --events 81, --events must be 1 to 80.",
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
