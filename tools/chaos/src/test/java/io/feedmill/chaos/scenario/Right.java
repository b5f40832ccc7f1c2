package io.feedmill.chaos.scenario;

import io.feedmill.faults.protocol.Permission;
import java.util.Comparator;

/** A permission of {@code api}, {@code worker} or {@code operator}. */
record Right(String process, Permission permission) implements Comparable<Right> {
    private static final Comparator<Right> ORDER =
            Comparator.comparing(Right::process).thenComparing(Right::permission);

    @Override
    public int compareTo(Right other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return "%s: %s on %s".formatted(process, permission.action(), permission.resource());
    }
}
