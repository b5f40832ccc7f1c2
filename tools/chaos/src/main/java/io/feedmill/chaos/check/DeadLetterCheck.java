package io.feedmill.chaos.check;

import io.feedmill.chaos.plan.Poison;
import io.feedmill.stack.DeadLetter;
import io.feedmill.stack.verify.Difference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Compares dead letters with the poison that was sent. One that is there twice is none too many: a queue delivers at least once. */
public final class DeadLetterCheck {

    private static final int SHOWN = 120;

    private DeadLetterCheck() {}

    /** The differences, none if the letters are the poison, each in its queue and for its reason. */
    public static List<Difference> compare(List<Poison> sent, List<DeadLetter> letters) {
        List<Difference> differences = new ArrayList<>();
        for (DeadLetter letter : letters) {
            Optional<Poison> poison =
                    sent.stream().filter(each -> isIn(letter, each)).findFirst();
            if (poison.isEmpty()) {
                differences.add(new Difference.StrayDeadLetter(
                        letter.queue(), shown(letter.body()), String.valueOf(letter.reason())));
            } else if (!poison.get().kind().reason().equals(letter.reason())) {
                differences.add(new Difference.WrongReason(
                        letter.queue(), shown(letter.body()), String.valueOf(letter.reason())));
            }
        }
        missing(sent, letters)
                .forEach(poison -> differences.add(new Difference.LostPoison(poison.queue(), shown(poison.text()))));
        return differences;
    }

    /** The poison that is not among the letters. */
    public static List<Poison> missing(List<Poison> sent, Collection<DeadLetter> letters) {
        return sent.stream()
                .filter(poison -> letters.stream().noneMatch(letter -> isIn(letter, poison)))
                .toList();
    }

    private static boolean isIn(DeadLetter letter, Poison poison) {
        return poison.isIn(letter.queue(), letter.body());
    }

    private static String shown(String text) {
        return text.substring(0, Math.min(text.length(), SHOWN));
    }
}
