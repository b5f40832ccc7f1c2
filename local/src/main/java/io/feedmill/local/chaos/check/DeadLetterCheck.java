package io.feedmill.local.chaos.check;

import io.feedmill.local.chaos.plan.Poison;
import io.feedmill.local.stack.DeadLetter;
import io.feedmill.local.verify.Difference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Compares dead letters with the poison that was sent. One that is there twice is none too many: a queue delivers at least once. */
public final class DeadLetterCheck {

    private static final int SHOWN = 120;

    private DeadLetterCheck() {}

    /** The differences, none if the letters are the poison, each in its queue and for its reason. */
    public static List<Difference> compare(List<Poison> sent, List<DeadLetter> letters) {
        Map<String, Poison> byText = sent.stream().collect(Collectors.toMap(Poison::text, Function.identity()));
        List<Difference> differences = new ArrayList<>();
        for (DeadLetter letter : letters) {
            Poison poison = byText.get(letter.body());
            if (poison == null || !poison.queue().equals(letter.queue())) {
                differences.add(new Difference.StrayDeadLetter(
                        letter.queue(), shown(letter.body()), String.valueOf(letter.reason())));
            } else if (letter.reason() == null
                    || !letter.reason().contains(poison.kind().word())) {
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
        Set<String> there = letters.stream().map(DeadLetter::body).collect(Collectors.toCollection(HashSet::new));
        return sent.stream().filter(poison -> !there.contains(poison.text())).toList();
    }

    private static String shown(String text) {
        return text.substring(0, Math.min(text.length(), SHOWN));
    }
}
