package io.feedmill.faults.script;

import java.time.Duration;
import java.util.Optional;

/**
 * When a rule holds, from the moment that its script was put in.
 *
 * @param to exclusive; empty: for ever
 */
public record Window(Duration from, Optional<Duration> to) {
    public static final Window ALWAYS = new Window(Duration.ZERO, Optional.empty());

    public Window {
        Checks.notNegative("from", from);
        to.ifPresent(end -> Checks.require(end.compareTo(from) > 0, "\"to\" must be later than \"from\""));
    }

    public boolean contains(Duration time) {
        return time.compareTo(from) >= 0
                && to.filter(end -> time.compareTo(end) >= 0).isEmpty();
    }
}
