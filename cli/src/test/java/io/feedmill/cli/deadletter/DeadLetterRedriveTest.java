package io.feedmill.cli.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feedmill.cli.command.CommandException;
import io.feedmill.cli.deadletter.DeadLettersCommand.DeadLetterRedrive;
import io.feedmill.client.AdminClient;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.FeedmillClient.Limits;
import io.feedmill.client.ProblemException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class DeadLetterRedriveTest {
    private static final String CALL = "POST /v1/admin/dead-letters/deliver:redrive ";

    @AutoClose
    private final StubAdmin api = new StubAdmin();

    private final AdminClient client =
            FeedmillClient.of(api.url(), () -> "token", Limits.DEFAULT).admin();
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(output, true, StandardCharsets.UTF_8);
    private final DeadLetterRedrive redrive = new DeadLetterRedrive(client, out, "deliver", null, 50);

    DeadLetterRedriveTest() throws IOException {}

    private String output() {
        return output.toString(StandardCharsets.UTF_8);
    }

    @Test
    void oneCallIsEnoughIfItIsComplete() {
        api.redrives(3, 3, true, 0);
        new DeadLetterRedrive(client, out, "deliver", "not-json", 7).run();
        assertThat(api.calls()).containsExactly(CALL + "{\"dryRun\":false,\"reason\":\"not-json\",\"rate\":7}");
        assertThat(output()).isEqualTo("dead-letter messages of deliver: 3 moved%n".formatted());
    }

    @Test
    void repeatsTheCallWithTheFirstTimeLimit() {
        api.redrives(1_000, 1_000, false, 0).redrives(0, 0, false, 0).redrives(5, 5, true, 0);
        redrive.run();
        String same = CALL + "{\"dryRun\":false,\"rate\":50,\"before\":\"2026-03-01T12:00:00.000000001Z\"}";
        assertThat(api.calls()).containsExactly(CALL + "{\"dryRun\":false,\"rate\":50}", same, same);
        assertThat(output())
                .contains("  1,000 moved…")
                .endsWith("dead-letter messages of deliver: 1,005 moved%n".formatted());
    }

    @Test
    void failsAfterThreeCallsThatMoveNothing() {
        api.redrives(9, 8, false, 0);
        api.redrives(1, 0, false, 0).redrives(1, 0, false, 0).redrives(1, 0, false, 0);
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> redrive.run())
                .withMessageStartingWith("dead-letter messages of deliver: 8 moved; the last 3 calls moved none");
        assertThat(api.calls()).hasSize(4);
    }

    @Test
    void failsWhileAnotherCallHoldsMessages() {
        api.redrives(3, 3, true, 2);
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> redrive.run())
                .withMessageStartingWith(
                        "dead-letter messages of deliver: 3 moved. About 2 more are held by another call");
        assertThat(output()).isEmpty();
    }

    @Test
    void onlyTheLastCallTellsWhatOthersHold() {
        api.redrives(4, 4, false, 2).redrives(1, 1, true, 0);
        redrive.run();
        assertThat(output()).endsWith("dead-letter messages of deliver: 5 moved%n".formatted());
    }

    @Test
    void aDryRunPrintsTheNumberOfHiddenMessages() {
        api.redrives(3, 0, true, 2);
        redrive.count();
        assertThat(output())
                .startsWith("dead-letter messages of deliver: 3 match")
                .contains("About 2 more are held by another call");
    }

    @Test
    void aDryRunIsOneCall() {
        api.redrives(10_000, 0, false, 0);
        redrive.count();
        assertThat(api.calls()).containsExactly(CALL + "{\"dryRun\":true,\"rate\":50}");
        assertThat(output()).isEqualTo("dead-letter messages of deliver: at least 10,000 match%n".formatted());
    }

    @Test
    void aProblemIsItsSentence() {
        api.answers(
                404, "{\"type\": \"https://feedmill.io/problems/queue-not-found\", \"detail\": \"No such queue.\"}");
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> redrive.run())
                .withMessageEndingWith("/v1/admin/dead-letters/deliver:redrive answered 404: No such queue.");
    }
}
