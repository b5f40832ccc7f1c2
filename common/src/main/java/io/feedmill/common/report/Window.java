package io.feedmill.common.report;

import io.feedmill.common.key.QuarterHour;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The quarters of an hour that one report is about.
 *
 * @param from the first one, by which the report is known
 * @param to the one behind the last
 */
public record Window(QuarterHour from, QuarterHour to) {

    /**
     * Checks the order.
     *
     * @throws IllegalArgumentException if there is no quarter in it
     */
    public Window {
        if (from.compareTo(to) >= 0) {
            throw new IllegalArgumentException("no quarter lies between " + from + " and " + to);
        }
    }

    /** In the order of time. */
    public List<QuarterHour> quarters() {
        return Stream.iterate(from, quarter -> quarter.compareTo(to) < 0, QuarterHour::next)
                .toList();
    }

    public Duration length() {
        return Duration.between(from.start(), to.start());
    }
}
