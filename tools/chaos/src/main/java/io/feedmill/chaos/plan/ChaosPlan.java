package io.feedmill.chaos.plan;

import java.util.List;
import java.util.stream.Stream;

/**
 * All that is drawn for a run before it starts.
 *
 * @param events by time
 */
public record ChaosPlan(ChaosSettings settings, Cast cast, List<Event> events) {

    public static ChaosPlan of(ChaosSettings settings) {
        return new ChaosPlan(settings, new Cast(settings), EventDraw.draw(settings));
    }

    /** Part of the text of every post of this run. */
    public String marker() {
        return "chaos-" + settings.seed();
    }

    /** A line for each event. */
    public Stream<String> lines() {
        return events.stream().map(event -> "%7s  %s".formatted(Times.clock(event.at()), event.sentence()));
    }
}
