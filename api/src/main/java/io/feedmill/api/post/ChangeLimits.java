package io.feedmill.api.post;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.post.Post;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** Limits what changes of one post cost: each writes to all home feeds, and a job that has begun goes on beside the next one. */
@Component
record ChangeLimits(FeedStore feeds, JobStore jobs, MonotonicTicks clock) {
    /** The least time between two changes. */
    static final Duration INTERVAL = Duration.ofSeconds(1);

    /** The maximum time for which a change of a big post waits for the job of the last one. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final Duration RETRY = Duration.ofSeconds(30);
    private static final int BIG = 10_000;
    private static final int VERSIONS = 1_000;

    /** @throws ProblemException 422 if the post has the maximum of versions */
    void requireVersionsLeft(Post post) {
        if (post.version() >= VERSIONS) {
            throw ProblemException.refusal(
                    ProblemType.TOO_MANY_VERSIONS,
                    "The post has " + VERSIONS + " versions, the maximum: publish a new one.");
        }
    }

    /** @throws ProblemException 429 if the post has more recipients than every change may write to, and the job of the last one is open */
    void requireIdle(Post post) {
        JobId last = feeds.truth(post.author(), post.id()).change();
        Duration age = last == null ? PATIENCE : Duration.ofNanos(Math.abs(clock.next() - last.tick()));
        if (last != null && age.compareTo(PATIENCE) < 0 && recipientsOfOpen(last, post) > BIG) {
            Duration left = PATIENCE.minus(age);
            throw tooManyChanges(
                    "The last change of this post is still on its way to its readers; retry later.",
                    left.compareTo(RETRY) < 0 ? left : RETRY);
        }
    }

    /** Returns zero if the job is complete; else those of the post, as far as they are counted. */
    private long recipientsOfOpen(JobId change, Post post) {
        return jobs.find(change)
                .filter(job -> job.state() != JobState.COMPLETE)
                .map(job -> Math.max(
                        job.counts().expected(),
                        jobs.find(JobId.of(post.id()))
                                .map(own -> own.counts().expected())
                                .orElse(0L)))
                .orElse(0L);
    }

    /** Returns the problem of a change within the interval after another one. */
    ProblemException tooSoon() {
        return tooManyChanges("This post changed less than a second ago; retry later.", INTERVAL);
    }

    private ProblemException tooManyChanges(String detail, Duration retryAfter) {
        return ProblemException.refusal(ProblemType.TOO_MANY_CHANGES, detail, retryAfter);
    }
}
