package io.feedmill.worker.work;

/** Tells a run of a schedule to end early. */
@FunctionalInterface
public interface RunEnd {

    boolean isNow();
}
