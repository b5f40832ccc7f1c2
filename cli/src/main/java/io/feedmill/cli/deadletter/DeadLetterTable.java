package io.feedmill.cli.deadletter;

import io.feedmill.cli.command.Usage;
import io.feedmill.client.AdminClient.DeadLetters;
import io.feedmill.client.AdminClient.DeadLetters.Group;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Formats the counts of dead-letter messages as lines of text. */
final class DeadLetterTable {

    private DeadLetterTable() {}

    static List<String> lines(DeadLetters messages) {
        List<String> lines =
                new ArrayList<>(messages.items().isEmpty() ? List.of("no dead-letter messages") : table(messages));
        if (!messages.complete()) {
            lines.add("There are more: one call reads no further.");
        }
        if (messages.hidden() > 0) {
            lines.add(hidden(messages.hidden()));
        }
        return lines;
    }

    /** Returns a sentence about the messages that a call could not see. */
    static String hidden(long count) {
        return "About %,d more are held by another call, or were a minute ago.".formatted(count);
    }

    private static List<String> table(DeadLetters messages) {
        String row = "%%-%ds  %%-%ds  %%9s  %%s"
                .formatted(width("queue", messages, Group::queue), width("reason", messages, DeadLetterTable::reason));
        List<String> lines = new ArrayList<>();
        lines.add(row.formatted("queue", "reason", "messages", "oldest"));
        for (Group group : messages.items()) {
            lines.add(row.formatted(
                    group.queue(), reason(group), "%,d".formatted(group.count()), age(group.oldestAge()) + " ago"));
        }
        return lines;
    }

    private static int width(String head, DeadLetters messages, Function<Group, String> column) {
        int widest = messages.items().stream()
                .map(column)
                .mapToInt(String::length)
                .max()
                .orElse(0);
        return Math.max(head.length(), widest);
    }

    /** Any sender may have set it. */
    private static String reason(Group group) {
        return Usage.safe(group.reason());
    }

    private static String age(Duration age) {
        return age.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
    }
}
