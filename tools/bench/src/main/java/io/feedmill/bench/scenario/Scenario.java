package io.feedmill.bench.scenario;

/** A question that the bench answers: contenders, rounds and goals. */
public interface Scenario {

    /** Returns the name for {@code --only}. */
    String id();

    /** Returns one line on the comparison. */
    String title();

    /** Sets up the servers it needs, measures, and stops them. */
    Result run(Setting setting);
}
