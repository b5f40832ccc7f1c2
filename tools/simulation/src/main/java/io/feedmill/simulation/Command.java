package io.feedmill.simulation;

import io.feedmill.cli.audit.AuditOptions;
import io.feedmill.cli.audit.AuditOptions.Repairs;
import io.feedmill.cli.audit.AuditResults.Snapshot;
import io.feedmill.cli.audit.AuditState;
import io.feedmill.cli.audit.AuditStores;
import io.feedmill.cli.audit.Auditor;
import io.feedmill.cli.audit.Guarantee;
import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.dormant.DormancyStore;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.notification.NotificationStore;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.recall.RecallStore;
import io.feedmill.common.storage.Timing;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** A command of an operator: a process of its own, which runs once. */
final class Command extends SimulatedProcess {
    /** Below it the audit does not judge: clocks that are nearly right. */
    private static final Duration MARGIN = Duration.ofMinutes(2);

    private static final Duration RETENTION = Duration.ofDays(30);
    private static final int MAX_FINDINGS = 20;

    Command(String name, World world) {
        super(name, world, WorkerProcess.allBeans());
    }

    @Override
    boolean isSeen(ExecutionInterceptor interceptor) {
        return false;
    }

    /** {@code ./feedmill audit --all}: gives its results to the consumer, unless a storage failure ends it, or the process. Clocks were off by up to this time. */
    Thread audit(boolean repair, Duration clocks, Consumer<Snapshot> results, Consumer<RuntimeException> failure) {
        return thread("audit", () -> {
            AuditOptions options = new AuditOptions(
                    null,
                    0,
                    true,
                    new Guarantee(MARGIN.plus(clocks), RETENTION),
                    new Repairs(repair, repair),
                    MAX_FINDINGS);
            AuditState begin = AuditState.begin(options, List.of(Segment.WHOLE), "simulation", 0);
            try {
                results.accept(new Auditor(stores(), bean(QueueSender.class), options, begin, time().clock(), () -> 0)
                        .run(state -> {})
                        .results());
            } catch (RuntimeException e) {
                failure.accept(e);
            } finally {
                end();
            }
        });
    }

    private AuditStores stores() {
        return new AuditStores(
                bean(FeedStore.class),
                bean(FollowStore.class),
                bean(ReaderStore.class),
                bean(JobStore.class),
                bean(OutboxStore.class),
                bean(RecallStore.class),
                bean(CounterStore.class),
                bean(DormancyStore.class),
                bean(NotificationStore.class),
                bean(Timing.class));
    }
}
