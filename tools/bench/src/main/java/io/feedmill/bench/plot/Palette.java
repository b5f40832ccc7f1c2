package io.feedmill.bench.plot;

import io.feedmill.bench.measure.Role;
import java.util.List;

/** Colors that most of those who do not see all colors can tell apart. */
final class Palette {
    private static final List<String> LIMITS = List.of("#8c8c8c", "#bbbbbb");
    private static final List<String> OURS = List.of("#0072b2", "#56b4e9");
    private static final List<String> PEERS = List.of("#d98c00", "#b3446c", "#009e73", "#8d6e53");

    private Palette() {}

    /** Of that number of its role, from 0. */
    static String color(Role role, int number) {
        List<String> colors = switch (role) {
            case LIMIT -> LIMITS;
            case OURS -> OURS;
            case PEER -> PEERS;
        };
        return colors.get(number % colors.size());
    }
}
