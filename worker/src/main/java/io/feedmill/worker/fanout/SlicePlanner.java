package io.feedmill.worker.fanout;

import io.feedmill.common.dynamo.BatchWriter.OnRefusal;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.JobStore.JobUpdate;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.Parallel;
import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.work.MessageHandler.Handled;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.stereotype.Component;
import org.springframework.validation.annotation.Validated;

/** Cuts an author's followers into slices and sends them. Delivers within the plan to those that fit into one slice. */
@Component
public record SlicePlanner(
        JobStore jobs,
        FollowStore follows,
        QueueSender sender,
        HomeFeedWriter writer,
        JobCloser closer,
        FanoutSettings settings) {
    private static final Logger LOG = LoggerFactory.getLogger(SlicePlanner.class);

    /** The maximum time of one loop: the calls that plan a slice or deliver inline and close the job, and the send of the batch that waits. */
    private static final Duration LOOP = DynamoClients.CALL_TIMEOUT.multipliedBy(5);

    /** Sends the pending slices again, whose messages may be lost. Those that wait for their next attempt have one. Returns what is left to do. */
    Optional<Handled> resendPending(Job job, Plan plan, Deadline deadline) {
        Set<Integer> waiting = new HashSet<>();
        int sent = resend(job, job.pending(), deadline, number -> {
            Optional<Slice> slice = jobs.sliceUnlessWaiting(job.id(), number);
            if (slice.isEmpty()) {
                waiting.add(number);
            }
            return slice;
        });
        if (!waiting.isEmpty()) {
            LOG.atInfo()
                    .addKeyValue("job", job.id())
                    .addKeyValue("slices", waiting.size())
                    .log("Slices wait for their next attempt, not sent again");
        }
        int unsent = job.pending().size() - waiting.size();
        return sent == unsent
                ? Optional.empty()
                : Optional.of(new Handled.Requeue(plan.with(plan.history().next(sent, unsent))));
    }

    /** Sends slices again: handlers read their range. Returns the number that it sent before the deadline, or before a failure that may pass. */
    int resend(Job job, Collection<Integer> numbers, Deadline deadline) {
        return resend(job, numbers, deadline, number -> Optional.of(jobs.slice(job.id(), number)));
    }

    private int resend(Job job, Collection<Integer> numbers, Deadline deadline, IntFunction<Optional<Slice>> slices) {
        SliceMessages messages = new SliceMessages(sender);
        try (messages) {
            for (int number : numbers) {
                if (!deadline.hasRoomFor(LOOP)) {
                    break;
                }
                slices.apply(number).ifPresent(slice -> messages.add(Deliver.of(job, slice, List.of())));
            }
        } catch (StorageException e) {
            if (e.isPermanent() || messages.sent() == 0) {
                throw e;
            }
        }
        return messages.sent();
    }

    /** Plans after the last planned slice: to the end, or up to a message that goes on. Returns empty if another worker has changed the job. */
    Optional<Handled> plan(Job job, Plan plan, Deadline deadline) {
        try (Parallel.Reader<UserId, List<UserId>> pages = new Parallel.Reader<>(
                        after -> follows.followersAfter(job.author(), after, settings.sliceSize() + 1));
                SliceMessages messages = new SliceMessages(sender)) {
            return plan(job, plan, pages, messages, deadline);
        }
    }

    /** Reads the next page of followers while a slice is put and sent: it counts if the slice ends where that begins. */
    private Optional<Handled> plan(
            Job job,
            Plan plan,
            Parallel.Reader<UserId, List<UserId>> pages,
            SliceMessages messages,
            Deadline deadline) {
        Job current = job;
        int number = job.planned() + 1;
        UserId after =
                job.planned() == 0 ? null : jobs.slice(job.id(), job.planned()).last();
        while (deadline.hasRoomFor(LOOP)) {
            if (current.pending().size() >= settings.maxPending()) {
                return continueAfter(plan, settings.pause());
            }
            List<UserId> users = pages.get(after);
            if (number == 1 && users.size() <= settings.sliceSize()) {
                return deliverAll(job, plan, users, messages, deadline);
            }
            if (users.isEmpty()) {
                return endPlanning(job, number - 1, deadline);
            }
            Slice cut = cut(number, users);
            pages.begin(cut.last());
            Slice slice = jobs.putSlice(job.id(), cut);
            JobUpdate change = advance(job, message(job, slice, users), messages);
            if (change instanceof JobUpdate.Lost lost && !lost.job().state().plans()) {
                return Optional.of(new Handled.Done());
            }
            current = change.job();
            after = slice.last();
            number++;
        }
        return continueAfter(plan, Duration.ZERO);
    }

    /** If another plan put the slice row, handlers read the recipients from its range. */
    private Deliver message(Job job, Slice slice, List<UserId> users) {
        boolean ours = slice.equals(cut(slice.number(), users));
        return Deliver.of(job, slice, ours ? users.subList(0, slice.size()) : List.of());
    }

    private JobUpdate advance(Job job, Deliver message, SliceMessages messages) {
        JobUpdate change = jobs.advance(job.id(), message.slice());
        if (change instanceof JobUpdate.Won) {
            messages.add(message);
        }
        return change;
    }

    private Slice cut(int number, List<UserId> users) {
        List<UserId> candidates = users.subList(0, Math.min(users.size(), settings.sliceSize()));
        int size = Deliver.fitting(candidates);
        return new Slice(number, candidates.getFirst(), candidates.get(size - 1), size);
    }

    /**
     * Delivers without a slice. What is not finished becomes the next attempt of one: with its progress, if it has the same recipients. If another plan was
     * faster, it may have ended before what this one has written.
     */
    private Optional<Handled> deliverAll(
            Job job, Plan plan, List<UserId> users, SliceMessages messages, Deadline deadline) {
        Outcome outcome = deliver(job, users, deadline);
        if (outcome.remaining().isEmpty()) {
            JobUpdate closed = closer.closeInlineDelivery(job, (int) outcome.delivered(), outcome.skipped(), deadline);
            return done(closed.job().state() == JobState.COMPLETE);
        }
        Slice slice = jobs.putSlice(job.id(), cut(1, users));
        Deliver first = message(job, slice, users);
        boolean same = users.equals(first.rest().recipients());
        JobUpdate change = advance(
                job,
                same ? first.next(outcome.rest(null)) : first.with(first.next().history()),
                messages);
        return change instanceof JobUpdate.Won
                ? continueAfter(plan, settings.pause())
                : Optional.of(new Handled.Continue(plan.repeated(), settings.pause()));
    }

    /** Writes the rows of these followers. What remains did not fit into the time, or was put off. */
    private Outcome deliver(Job job, List<UserId> users, Deadline deadline) {
        return writer.deliver(
                Recipients.ofRange(job.post(), job.author(), users),
                WriteOptions.express(deadline).with(OnRefusal.PUT_OFF));
    }

    /** Delivers again to a slice's worth of followers, from where the plan is, without a change of the job: it was delivered inline to no more. */
    Handled redeliver(Job job, Plan plan, Deadline deadline) {
        String after = plan.after();
        List<UserId> users = follows.followersAfter(job.author(), null, settings.sliceSize()).stream()
                .filter(user -> after == null || user.value().compareTo(after) > 0)
                .toList();
        List<UserId> remaining = deliver(job, users, deadline).remaining();
        if (remaining.isEmpty()) {
            return new Handled.Done();
        }
        int done = users.indexOf(remaining.getFirst());
        return new Handled.Requeue(plan.continued(
                done == 0 ? after : users.get(done - 1).value(), plan.history().next(done, users.size())));
    }

    private static Optional<Handled> continueAfter(Plan plan, Duration delay) {
        return Optional.of(new Handled.Continue(plan.continued(), delay));
    }

    private static Optional<Handled> done(boolean done) {
        return done ? Optional.of(new Handled.Done()) : Optional.empty();
    }

    private Optional<Handled> endPlanning(Job job, int planned, Deadline deadline) {
        JobUpdate change = jobs.endPlanning(job.id(), planned);
        if (change.job().drained()) {
            closer.close(change.job(), deadline);
        }
        return done(!change.job().state().plans());
    }

    /** Sends the first slice at once, so that its delivery begins, the others several in a request, the rest when closed. Not thread-safe. */
    static final class SliceMessages implements AutoCloseable {
        private final QueueSender sender;
        private final List<Deliver> waiting = new ArrayList<>();
        private int sent;

        SliceMessages(QueueSender sender) {
            this.sender = sender;
        }

        void add(Deliver slice) {
            waiting.add(slice);
            if (sent == 0 || waiting.size() == QueueSender.BATCH) {
                send();
            }
        }

        @Override
        public void close() {
            if (!waiting.isEmpty()) {
                send();
            }
        }

        private void send() {
            List<Deliver> slices = List.copyOf(waiting);
            waiting.clear();
            sender.sendAll(slices);
            sent += slices.size();
        }

        /** Returns the number of slices that are sent: the first ones that were added. */
        int sent() {
            return sent;
        }
    }

    /**
     * The slices of jobs.
     *
     * @param sliceSize maximum of recipients of a slice; fewer if their ids do not fit into a message. 1 to 10,000
     * @param maxPending maximum of pending slices of a job: the cost of each update of the job grows with them. 1 to 10,000
     * @param pause how long a plan waits at this maximum; 0 to 15 min
     */
    @Validated
    @ConfigurationProperties("feedmill.fanout")
    public record FanoutSettings(
            @DefaultValue("1000") @Min(1) @Max(Slice.MAX_SIZE) int sliceSize,

            @DefaultValue("1000") @Min(1) @Max(10_000) int maxPending,

            @DefaultValue("10s") @DurationMin @DurationMax(minutes = 15)
            Duration pause) {}
}
