package io.feedmill.stack.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Counts findings, a sentence each, and keeps the first 20. Thread-safe. */
public final class Findings {
    private static final int KEPT = 20;

    private final List<String> first = new ArrayList<>();
    private long count;

    public synchronized void add(List<String> sentences) {
        count += sentences.size();
        sentences.stream().limit(KEPT - first.size()).forEach(first::add);
    }

    /** Adds the sentence unless the condition holds. */
    public void require(boolean condition, String sentence) {
        if (!condition) {
            add(List.of(sentence));
        }
    }

    public synchronized long count() {
        return count;
    }

    /** Returns at most 20, in the order in which they were found. */
    public synchronized List<String> first() {
        return List.copyOf(first);
    }

    /** Prints the findings, or the sentence if there is none. Returns whether there is none. */
    public boolean print(Consumer<String> lines, String verified) {
        lines.accept("");
        if (count() == 0) {
            lines.accept("verified: " + verified);
            return true;
        }
        lines.accept("NOT as it should be, %,d differences:".formatted(count()));
        first().forEach(line -> lines.accept("  " + line));
        if (count() > KEPT) {
            lines.accept("  …");
        }
        return false;
    }
}
