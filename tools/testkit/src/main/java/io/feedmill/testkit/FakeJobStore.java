package io.feedmill.testkit;

import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.dynamo.RowKey;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Counts;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Job.PendingSlice;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.JobStore.ImpossibleStateException;
import io.feedmill.common.fanout.JobStore.JobNotFoundException;
import io.feedmill.common.fanout.JobStore.JobUpdate;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.queue.RequeueReason;
import io.feedmill.testkit.FakeTables.FeedRow;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

final class FakeJobStore implements JobStore {
    private static final Duration RETENTION = Duration.ofDays(30);

    private final FakeTables tables;

    FakeJobStore(FakeTables tables) {
        this.tables = tables;
    }

    @Override
    public Optional<Job> find(JobId job) {
        synchronized (tables) {
            return Optional.ofNullable(tables.jobs.get(job)).filter(found -> !expired(found));
        }
    }

    @Override
    public JobPage jobs(PostId post, @Nullable JobId after, int limit) {
        synchronized (tables) {
            List<Job> found = tables.jobs.values().stream()
                    .filter(job -> job.post().equals(post))
                    .filter(job -> after == null || job.id().compareTo(after) > 0)
                    .sorted(Comparator.comparing(Job::id))
                    .limit(limit + 1L)
                    .toList();
            boolean more = found.size() > limit;
            List<Job> shown = more ? found.subList(0, limit) : found;
            return new JobPage(
                    shown.stream().filter(job -> !expired(job)).toList(),
                    more ? shown.getLast().id() : null);
        }
    }

    @Override
    public JobScan scanOpen(Segment segment, @Nullable RowKey after, int limit) {
        synchronized (tables) {
            List<JobId> page = tables.jobs.keySet().stream()
                    .filter(job -> FakeTables.has(segment, job.value()))
                    .sorted(Comparator.comparing(JobId::value))
                    .filter(job -> after == null || job.value().compareTo(after.pk()) > 0)
                    .limit(limit)
                    .toList();
            return new JobScan(
                    page.stream()
                            .filter(job -> find(job).stream().anyMatch(found -> found.state() != JobState.COMPLETE))
                            .toList(),
                    page.size() < limit ? null : new RowKey(page.getLast().value(), "job"));
        }
    }

    private boolean expired(Job job) {
        Instant completed = job.completedAt();
        return completed != null && !job.publishes() && !tables.now().isBefore(completed.plus(RETENTION));
    }

    @Override
    public Slice putSlice(JobId job, Slice slice) {
        synchronized (tables) {
            Slice earlier = slices(job).putIfAbsent(slice.number(), slice);
            return earlier == null ? slice : earlier;
        }
    }

    @Override
    public Slice slice(JobId job, int number) {
        synchronized (tables) {
            Slice slice = slices(job).get(number);
            if (slice == null) {
                throw new ImpossibleStateException("job " + job + " has no slice " + number);
            }
            return slice;
        }
    }

    private Map<Integer, Slice> slices(JobId job) {
        return tables.slices.computeIfAbsent(job, ignored -> new HashMap<>());
    }

    @Override
    public JobUpdate advance(JobId job, Slice slice) {
        return change(
                job,
                before -> before.state().plans() && before.planned() == slice.number() - 1,
                before -> advanced(before, slice));
    }

    private Job advanced(Job job, Slice slice) {
        SortedSet<Integer> pending = new TreeSet<>(job.pending());
        pending.add(slice.number());
        Counts counts = job.counts();
        Counts more = new Counts(counts.expected() + slice.size(), counts.delivered(), counts.skipped());
        return with(job, JobState.PLANNING, more, slice.number(), pending);
    }

    @Override
    public JobUpdate endPlanning(JobId job, int planned) {
        return change(
                job,
                before -> before.state().plans() && before.planned() == planned,
                before -> with(before, JobState.DELIVERING, before.counts(), planned, before.pending()));
    }

    @Override
    public JobUpdate finish(JobId job, int slice, int delivered, Skipped skipped) {
        return change(
                job, before -> before.pending().contains(slice), before -> finished(before, slice, delivered, skipped));
    }

    private Job finished(Job job, int slice, int delivered, Skipped skipped) {
        SortedSet<Integer> pending = new TreeSet<>(job.pending());
        pending.remove(slice);
        Counts counts = job.counts();
        Counts more = new Counts(counts.expected(), counts.delivered() + delivered, counts.skipped() + skipped.total());
        return with(
                job, job.state(), more, job.planned(), pending, job.skippedBy().plus(skipped), null);
    }

    @Override
    public boolean touch(JobId job) {
        synchronized (tables) {
            Job before = tables.jobs.get(job);
            if (before == null || before.state() == JobState.COMPLETE) {
                return false;
            }
            tables.jobs.put(job, with(before, before.state(), before.counts(), before.planned(), before.pending()));
            return true;
        }
    }

    @Override
    public void requeued(JobId job, int slice, int attempt, RequeueReason reason) {
        synchronized (tables) {
            if (slices(job).containsKey(slice)) {
                requeues(job).put(slice, new PendingSlice(slice, attempt, reason.value()));
            }
        }
    }

    @Override
    public List<PendingSlice> pendingSlices(Job job, int limit) {
        synchronized (tables) {
            return job.pending().stream()
                    .limit(limit)
                    .filter(slices(job.id())::containsKey)
                    .map(slice -> requeues(job.id()).getOrDefault(slice, new PendingSlice(slice, 0, null)))
                    .toList();
        }
    }

    private Map<Integer, PendingSlice> requeues(JobId job) {
        return tables.requeues.computeIfAbsent(job, ignored -> new HashMap<>());
    }

    @Override
    public JobUpdate close(Job job) {
        return change(
                job.id(),
                before -> before.drained() && before.counts().equals(job.counts()),
                before -> closed(before, before.counts(), before.skippedBy()));
    }

    @Override
    public JobUpdate closeInlineDelivery(Job job, int delivered, Skipped skipped) {
        Counts counts = new Counts(delivered + skipped.total(), delivered, skipped.total());
        return change(
                job.id(), before -> before.state() == JobState.ACCEPTED, before -> closed(before, counts, skipped));
    }

    private Job closed(Job job, Counts counts, Skipped skipped) {
        if (job.publishes()) {
            enter(job, counts);
        } else {
            endRecall(job);
        }
        tables.outbox.remove(job.work());
        return with(job, JobState.COMPLETE, counts, job.planned(), job.pending(), skipped, null);
    }

    @Override
    public JobUpdate supersede(Job job, JobId by) {
        return change(job.id(), before -> before.state() == JobState.ACCEPTED, before -> {
            tables.outbox.remove(before.work());
            return with(before, JobState.COMPLETE, Counts.ZERO, 0, before.pending(), Skipped.NONE, by);
        });
    }

    private void endRecall(Job job) {
        FeedRow truth =
                tables.feed(FeedName.author(job.author())).get(job.post().feedKey());
        if (truth != null && job.id().equals(truth.change())) {
            tables.endRecall(job.post());
        }
    }

    private void enter(Job job, Counts counts) {
        tables.ledger.add(new LedgerEntry.Posted(
                job.post(),
                job.author(),
                tables.now().truncatedTo(ChronoUnit.SECONDS),
                counts.delivered(),
                counts.skipped(),
                job.planned()));
        tables.counters.merge(
                job.author(),
                new AuthorCounters(1, counts.delivered()),
                (a, b) -> new AuthorCounters(a.posts() + b.posts(), a.deliveries() + b.deliveries()));
        tables.count(job.post(), new PostCounters(0, counts.delivered(), Collections.emptySortedMap()));
    }

    private JobUpdate change(JobId id, Predicate<Job> condition, UnaryOperator<Job> edit) {
        synchronized (tables) {
            Job before = tables.jobs.get(id);
            if (before == null) {
                throw new JobNotFoundException(id);
            }
            if (!condition.test(before)) {
                return new JobUpdate.Lost(before);
            }
            Job after = edit.apply(before);
            tables.jobs.put(id, after);
            return new JobUpdate.Won(after);
        }
    }

    private Job with(Job job, JobState state, Counts counts, int planned, SortedSet<Integer> pending) {
        return with(job, state, counts, planned, pending, job.skippedBy(), null);
    }

    private Job with(
            Job job,
            JobState state,
            Counts counts,
            int planned,
            SortedSet<Integer> pending,
            Skipped skipped,
            @Nullable JobId supersededBy) {
        Instant now = tables.now();
        return new Job(
                job.id(),
                job.post(),
                job.author(),
                state,
                counts,
                planned,
                Collections.unmodifiableSortedSet(pending),
                job.acceptedAt(),
                now,
                state == JobState.COMPLETE ? now : null,
                job.outboxShard(),
                job.cause(),
                skipped,
                supersededBy,
                job.mode());
    }
}
