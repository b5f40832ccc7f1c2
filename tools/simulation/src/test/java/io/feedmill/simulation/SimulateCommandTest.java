package io.feedmill.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A usage error prints one line and starts nothing. */
class SimulateCommandTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--minutes 0|--minutes must be more than 0 and at most a week.",
                "--minutes NaN|--minutes must be more than 0 and at most a week.",
                "--sequences 0|--sequences must be 1 to 1000000000.",
                "--seed many|Invalid value for option '--seed'",
                "--seed 1 --events 1,a|--events must be numbers, or none.",
                "--seed 1 --events 1,|--events must be numbers, or none.",
                "--events 1,2|--events needs --seed, and no other option.",
                "--seed 1 --minutes 1 --events 1|--events needs --seed, and no other option.",
                "dance|Unmatched argument at index 0: 'dance'",
            })
    void refusesOptionsInOneLine(String words, String sentence) {
        StringWriter errors = new StringWriter();
        int code = SimulateCommand.line().setErr(new PrintWriter(errors, true)).execute(words.split(" ", -1));
        assertThat(code).isEqualTo(2);
        assertThat(errors.toString()).startsWith(sentence).hasLineCount(1);
    }
}
