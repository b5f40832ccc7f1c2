package io.feedmill.chaos.scenario;

import io.feedmill.common.ledger.LedgerEntry.Viewed;
import io.feedmill.stack.verify.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Compares what was counted with who has viewed. */
final class ViewCheck {

    private ViewCheck() {}

    /**
     * The differences.
     *
     * @param expected how many have viewed each post
     * @param counted the posts' counters
     * @param entries of the ledger
     */
    static List<Difference> compare(Map<String, Long> expected, Map<String, Long> counted, List<Viewed> entries) {
        Map<String, Long> entered = entries.stream()
                .collect(Collectors.groupingBy(entry -> entry.post().value(), Collectors.summingLong(Viewed::count)));
        List<Difference> differences = new ArrayList<>();
        expected.forEach((post, viewers) -> {
            long views = counted.getOrDefault(post, 0L);
            long inLedger = entered.getOrDefault(post, 0L);
            if (views != viewers) {
                differences.add(new Difference.WrongCounter("post " + post, "views", views, viewers));
            }
            if (inLedger != viewers) {
                differences.add(new Difference.WrongLedger(post, "views", inLedger, viewers));
            }
        });
        return differences;
    }
}
