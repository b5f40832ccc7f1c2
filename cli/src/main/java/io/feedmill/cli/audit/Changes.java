package io.feedmill.cli.audit;

import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.feed.Truth;
import io.feedmill.common.key.JobId;
import java.time.Clock;

/** Changes of who may read posts: home feeds follow them by jobs of their own. */
record Changes(JobStore jobs, Clock clock) {

    /** Whether home feeds have followed the last change so long ago that no handler from before it still runs. */
    boolean isSettled(Truth.Live truth) {
        JobId change = truth.change();
        return change == null
                || jobs.find(change)
                        .map(job -> Promise.isSettled(job, clock.instant()))
                        .orElse(true);
    }
}
