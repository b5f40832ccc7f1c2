package io.feedmill.common.fanout;

/** The outcome of a conditional change of a job: whether it was ours, and the job as it stands after it or instead of it. */
public sealed interface JobUpdate {
    Job job();

    /** The condition held; the job is changed. */
    record Won(Job job) implements JobUpdate {}

    /** The condition did not hold; the job stands as somebody else left it. */
    record Lost(Job job) implements JobUpdate {}
}
