package io.feedmill.contracts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.testkit.ProtocolRun;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The model of the fan-out protocol: {@code protocol/run --quick}, and the recorded run of all cases, which is one of this model. */
class ProtocolModelIT {
    /** One job: the modules beside this one need the other processor. */
    private static final List<String> ARGUMENTS = List.of("--jobs", "1", "--quick");

    @Test
    @Tag("full")
    void everyCaseHoldsOrFailsAsExpected() throws Exception {
        ProtocolRun run = ProtocolRun.of(ARGUMENTS);
        assertThat(run.exitValue())
                .as("exit code; it printed:%n%s", run.printed())
                .isZero();
        assertThat(run.printed().stripTrailing()).as("the last line").endsWith(" passed, 0 failed");
        assertRecorded(run.printed());
    }

    private static void assertRecorded(String printed) throws Exception {
        String recorded = Files.readString(ProtocolRun.MODEL.resolve("results.txt"), UTF_8);
        assertThat(recorded)
                .as(
                        "the model has changed: protocol/run --max-states 150000 > protocol/results.txt explores all cases of it")
                .contains(printed.lines()
                        .filter(line -> line.startsWith("sources "))
                        .toList());
        assertThat(recorded.stripTrailing()).endsWith(" passed, 0 failed");
    }
}
