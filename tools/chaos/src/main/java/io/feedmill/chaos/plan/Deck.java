package io.feedmill.chaos.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** Deals each of its cards once before any comes again, in an order by chance. Not thread-safe. */
final class Deck<T> {

    private final List<T> cards;
    private final Random random;
    private final Deque<T> left = new ArrayDeque<>();

    Deck(List<T> cards, Random random) {
        this.cards = List.copyOf(cards);
        this.random = random;
    }

    T next() {
        if (left.isEmpty()) {
            List<T> shuffled = new ArrayList<>(cards);
            Collections.shuffle(shuffled, random);
            left.addAll(shuffled);
        }
        return left.remove();
    }
}
