package io.feedmill.cli.audit;

import io.feedmill.common.counter.AuthorCounters;

/**
 * What an author's jobs add up to, beside what the counters said before the first of them was read.
 *
 * @param jobs of the completed jobs so far; without the deliveries of those that have expired
 * @param expired whether there were such
 * @param lost whether a post had no job, so that nobody can tell what it counted
 */
public record Books(AuthorCounters before, AuthorCounters jobs, boolean expired, boolean lost) {

    static Books open(AuthorCounters counters) {
        return new Books(counters, new AuthorCounters(0, 0), false, false);
    }

    Books with(JobVerdict verdict) {
        return switch (verdict) {
            case JobVerdict.Complete complete ->
                new Books(before, plus(complete.job().counts().delivered()), expired, lost);
            case JobVerdict.Expired gone -> new Books(before, plus(0), true, lost);
            case JobVerdict.Lost none -> new Books(before, jobs, expired, true);
            case JobVerdict.Open open -> this;
            case JobVerdict.Unswept unswept -> this;
        };
    }

    private AuthorCounters plus(long deliveries) {
        return new AuthorCounters(jobs.posts() + 1, jobs.deliveries() + deliveries);
    }

    /** Whether counters that were right before and after can have said this: both they and the jobs' sums only grow. */
    boolean agreeWith(AuthorCounters after) {
        return lost
                || (isBetween(before.posts(), jobs.posts(), after.posts())
                        && (expired || isBetween(before.deliveries(), jobs.deliveries(), after.deliveries())));
    }

    private static boolean isBetween(long least, long value, long most) {
        return least <= value && value <= most;
    }
}
