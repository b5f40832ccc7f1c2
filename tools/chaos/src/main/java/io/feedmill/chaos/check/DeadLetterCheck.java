package io.feedmill.chaos.check;

import io.feedmill.chaos.plan.Poison;
import io.feedmill.stack.QueueAccess.DeadLetter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Compares dead-letter messages with the poison that was sent. A repetition is no finding: queues deliver at least once. */
public final class DeadLetterCheck {
    private static final int MAX_SHOWN = 120;

    private DeadLetterCheck() {}

    /** Returns the differences, none if each message is poison with its queue and reason, and no poison is missing. */
    public static List<String> compare(List<Poison> sent, List<DeadLetter> messages) {
        List<String> differences = new ArrayList<>();
        for (DeadLetter message : messages) {
            Optional<Poison> poison =
                    sent.stream().filter(each -> matches(message, each)).findFirst();
            if (poison.isEmpty()) {
                differences.add("Queue %s dead-lettered a message that is no poison, for the reason \"%s\": %s"
                        .formatted(message.queue(), message.reason(), shown(message.body())));
            } else if (!poison.get().kind().reason().equals(message.reason())) {
                differences.add("Poison in queue %s was dead-lettered for another reason, \"%s\": %s"
                        .formatted(message.queue(), message.reason(), shown(message.body())));
            }
        }
        missing(sent, messages)
                .forEach(poison -> differences.add("Poison in queue %s was not dead-lettered: %s"
                        .formatted(poison.queue(), shown(poison.text()))));
        return differences;
    }

    /** Returns the poison that is not among the messages. */
    public static List<Poison> missing(List<Poison> sent, Collection<DeadLetter> messages) {
        return sent.stream()
                .filter(poison -> messages.stream().noneMatch(message -> matches(message, poison)))
                .toList();
    }

    private static boolean matches(DeadLetter message, Poison poison) {
        return poison.isIn(message.queue(), message.body());
    }

    private static String shown(String text) {
        return text.substring(0, Math.min(text.length(), MAX_SHOWN));
    }
}
