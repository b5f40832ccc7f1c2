package io.feedmill.bench.scenario;

/** A question that the bench answers. */
public interface Scenario {

    /** As {@code --only} names it. */
    String id();

    /** One line that says what is compared. */
    String title();

    /** Sets up what it needs, measures, and leaves nothing behind. */
    Result run(Setting setting);
}
