package io.feedmill.cli.deadletter;

import io.feedmill.stack.client.FeedmillClient.DeadLetters;
import io.feedmill.stack.client.FeedmillClient.DeadLetters.Group;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Dead letters as lines. */
public final class LetterTable {

    private LetterTable() {}

    public static List<String> lines(DeadLetters letters) {
        List<String> lines = new ArrayList<>(letters.items().isEmpty() ? List.of("no dead letters") : table(letters));
        if (!letters.complete()) {
            lines.add("There are more: this is as much as one call looks at.");
        }
        if (letters.hidden() > 0) {
            lines.add(hidden(letters.hidden()));
        }
        return lines;
    }

    /** A sentence about letters that a call could not see. */
    static String hidden(long count) {
        return "About %,d more are in another call's hands, or were a minute ago.".formatted(count);
    }

    private static List<String> table(DeadLetters letters) {
        String row = "%%-%ds  %%-%ds  %%9s  %%s"
                .formatted(width("queue", letters, Group::queue), width("reason", letters, LetterTable::reason));
        List<String> lines = new ArrayList<>();
        lines.add(row.formatted("queue", "reason", "letters", "oldest"));
        for (Group group : letters.items()) {
            lines.add(row.formatted(
                    group.queue(), reason(group), "%,d".formatted(group.count()), age(group.oldestAge()) + " ago"));
        }
        return lines;
    }

    private static int width(String head, DeadLetters letters, Function<Group, String> column) {
        int widest = letters.items().stream()
                .map(column)
                .mapToInt(String::length)
                .max()
                .orElse(0);
        return Math.max(head.length(), widest);
    }

    /** Anybody may have put it there: no control characters for the terminal. */
    private static String reason(Group group) {
        return group.reason().replaceAll("\\p{Cntrl}", "?");
    }

    private static String age(Duration age) {
        return age.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
    }
}
