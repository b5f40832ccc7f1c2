package io.feedmill.chaos.fuzz;

import static io.feedmill.common.queue.DeadLetterSender.DeadLetterReason.IMPOSSIBLE_STATE;
import static io.feedmill.common.queue.DeadLetterSender.DeadLetterReason.NO_SUCH_JOB;

import io.feedmill.chaos.plan.Poison;
import io.feedmill.client.Job;
import io.feedmill.client.Post;
import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.fanout.Repair;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterException;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;
import io.feedmill.common.queue.QueueMessage;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** The complete jobs that messages may name, by the posts that they publish. A message for a complete job changes nothing, whatever else it says. */
public record KnownJobs(Map<String, KnownJob> planned) {

    /** A complete job and its slices. */
    public record KnownJob(String post, String author, int slices) {}

    /** Returns the jobs of these posts, by the posts' ids. */
    public static KnownJobs of(List<Post> posts, Map<String, Job> jobs) {
        Map<String, KnownJob> known = new TreeMap<>();
        posts.forEach(post -> {
            int slices = Objects.requireNonNull(jobs.get(post.id()), post.id()).slices();
            known.put(post.id(), new KnownJob(post.id(), post.author(), slices));
        });
        return new KnownJobs(known);
    }

    List<KnownJob> all() {
        return planned.values().stream()
                .sorted(Comparator.comparing(KnownJob::post))
                .toList();
    }

    /** Returns why a worker must dead-letter the text; empty if it must handle it. */
    public Optional<DeadLetterReason> reason(String text) {
        try {
            return switch (Poison.CODEC.decode(text)) {
                case Plan plan -> ofJob(plan.job(), plan, 0);
                case Deliver slice -> ofJob(slice.job(), slice, slice.slice().number());
                case Repair repair -> ofPost(repair.post(), repair);
                default -> Optional.empty();
            };
        } catch (DeadLetterException e) {
            return Optional.of(e.reason());
        }
    }

    private Optional<DeadLetterReason> ofJob(JobId id, QueueMessage message, int slice) {
        KnownJob job = planned.get(id.value());
        if (job == null) {
            return Optional.of(NO_SUCH_JOB);
        }
        return contradicts(job, message) || slice > job.slices() ? Optional.of(IMPOSSIBLE_STATE) : Optional.empty();
    }

    /** A repair of an unknown post has nothing to do. */
    private Optional<DeadLetterReason> ofPost(PostId post, QueueMessage message) {
        KnownJob job = planned.get(post.value());
        return job != null && contradicts(job, message) ? Optional.of(IMPOSSIBLE_STATE) : Optional.empty();
    }

    private static boolean contradicts(KnownJob job, QueueMessage message) {
        return !job.author().equals(message.author().value());
    }
}
