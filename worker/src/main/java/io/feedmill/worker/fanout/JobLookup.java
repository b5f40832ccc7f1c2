package io.feedmill.worker.fanout;

import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobMessage;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.Repair;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterException;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;
import io.opentelemetry.api.trace.Span;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Reads the job of a message before its handler writes anything for it, and whether its post has changed since. */
@Component
public record JobLookup(JobStore jobs, FeedStore feeds) {

    /** Returns the current job. Throws {@link DeadLetterException} if it is absent, has another author, or has not planned the message's slice. */
    Job of(JobMessage message) {
        Job job = find(message.job(), message.author())
                .orElseThrow(
                        () -> new DeadLetterException(DeadLetterReason.NO_SUCH_JOB, "Job not found: " + message.job()));
        Span.current().setAttribute("post", job.post().value());
        if (message instanceof Deliver deliver && deliver.slice().number() > job.planned()) {
            throw new DeadLetterException(
                    DeadLetterReason.IMPOSSIBLE_STATE,
                    "job " + job.id() + " has no slice " + deliver.slice().number() + " planned");
        }
        return job;
    }

    /** Returns the job that published the post, or empty if it is lost. Throws {@link DeadLetterException} if it has another author. */
    Optional<Job> of(Repair message) {
        return find(JobId.of(message.post()), message.author());
    }

    private Optional<Job> find(JobId job, UserId author) {
        Optional<Job> found = jobs.find(job);
        if (found.isPresent() && !found.get().author().equals(author)) {
            throw new DeadLetterException(DeadLetterReason.IMPOSSIBLE_STATE, "Job " + job + " has another author");
        }
        return found;
    }

    /** Whether the post is still as the job found it. Strongly consistent. */
    boolean isUnchangedSince(Job job) {
        Truth truth = feeds.truth(job.author(), job.post());
        return job.publishes() ? truth.isUnchanged() : job.id().equals(truth.change());
    }

    /** Returns the change after that of this job, if there was one. Its job goes to all recipients after this one. Strongly consistent. */
    Optional<JobId> laterChange(Job job) {
        return Optional.ofNullable(feeds.truth(job.author(), job.post()).change())
                .filter(change -> !change.equals(job.id()));
    }
}
