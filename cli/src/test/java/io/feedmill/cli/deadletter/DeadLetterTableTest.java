package io.feedmill.cli.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.cli.deadletter.DeadLettersCommand.DeadLetterTable;
import io.feedmill.client.AdminClient.DeadLetters;
import io.feedmill.client.AdminClient.DeadLetters.Group;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeadLetterTableTest {
    private static final Instant OLDEST = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    void printsThatThereAreNone() {
        assertThat(DeadLetterTable.lines(new DeadLetters(List.of(), true, 0)))
                .containsExactly("no dead-letter messages");
    }

    @Test
    void isATable() {
        List<Group> groups = List.of(
                new Group("publish", "not-json", 1_234, OLDEST, Duration.ofSeconds(192)),
                new Group("deliver", "too-many-receives", 1, OLDEST, Duration.ofDays(2)));
        assertThat(DeadLetterTable.lines(new DeadLetters(groups, true, 0)))
                .containsExactly(
                        "queue    reason              messages  oldest",
                        "publish  not-json               1,234  3m12s ago",
                        "deliver  too-many-receives          1  48h ago");
    }

    @Test
    void printsTheNumberOfHiddenMessages() {
        assertThat(DeadLetterTable.lines(new DeadLetters(List.of(), false, 1_500)))
                .contains("There are more: one call reads no further.")
                .anyMatch(line -> line.startsWith("About 1,500 more"));
    }

    @Test
    void keepsControlCharactersFromTheTerminal() {
        Group group = new Group("publish", "\u001b[2Jgone\n", 1, OLDEST, Duration.ZERO);
        assertThat(DeadLetterTable.lines(new DeadLetters(List.of(group), true, 0)))
                .last()
                .isEqualTo("publish  \\u001b[2Jgone\\u000a          1  0s ago");
    }
}
