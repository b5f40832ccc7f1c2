package io.feedmill.worker.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counters, registered at the start: {@code increase()} does not see the first event of one that appears with it. */
public final class Counters {
    private Counters() {}

    /**
     * Returns the counter with this name and these tags.
     *
     * @param tags key and value in turns
     */
    public static Counter counter(MeterRegistry registry, String name, String description, String... tags) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }
}
