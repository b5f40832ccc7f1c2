package io.feedmill.worker.story;

import io.feedmill.common.breaker.BreakerSettings;
import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.common.dynamo.RetentionSettings;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.queue.DeadLetterSender;
import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.time.ProcessTime;
import io.feedmill.testkit.BoundSettings;
import io.feedmill.testkit.Messages;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.worker.counter.PostAuthors;
import io.feedmill.worker.counter.ReactionHandler;
import io.feedmill.worker.counter.ViewHandler;
import io.feedmill.worker.counter.ViewHandler.ViewMetrics;
import io.feedmill.worker.counter.ViewsListener;
import io.feedmill.worker.counter.ViewsListener.ViewBatches;
import io.feedmill.worker.fanout.DormantReaders;
import io.feedmill.worker.fanout.FanoutMetrics;
import io.feedmill.worker.fanout.HomeFeedWriter;
import io.feedmill.worker.fanout.JobCloser;
import io.feedmill.worker.fanout.JobLookup;
import io.feedmill.worker.fanout.JobWork;
import io.feedmill.worker.fanout.PlanHandler;
import io.feedmill.worker.fanout.RepairHandler;
import io.feedmill.worker.fanout.SliceHandler;
import io.feedmill.worker.fanout.SlicePlanner;
import io.feedmill.worker.fanout.SlicePlanner.FanoutSettings;
import io.feedmill.worker.follow.FollowReconciler;
import io.feedmill.worker.follow.HomeFeedWork;
import io.feedmill.worker.follow.RebuildHandler;
import io.feedmill.worker.follow.ReconcileHandler;
import io.feedmill.worker.follow.UpkeepMetrics;
import io.feedmill.worker.health.Breakers;
import io.feedmill.worker.listen.ListenerSettings;
import io.feedmill.worker.listen.QueueListener;
import io.feedmill.worker.listen.Requeues;
import io.feedmill.worker.listen.VisibilityHeartbeat;
import io.feedmill.worker.listen.VisibilityInterceptor;
import io.feedmill.worker.metrics.QueueMetrics;
import io.feedmill.worker.notification.Causes;
import io.feedmill.worker.onread.OnReadLister;
import io.feedmill.worker.onread.OnReadLister.OnReadSettings;
import io.feedmill.worker.relay.Patience;
import io.feedmill.worker.relay.Relay;
import io.feedmill.worker.relay.Relay.Resends;
import io.feedmill.worker.relay.RelayMetrics;
import io.feedmill.worker.relay.RelaySettings;
import io.feedmill.worker.relay.ShardNotes;
import io.feedmill.worker.relay.ShardShare;
import io.feedmill.worker.relay.Sweep;
import io.feedmill.worker.relay.WorkType;
import io.feedmill.worker.relay.WorkType.OnePolicy;
import io.feedmill.worker.work.MessageHandlers;
import io.feedmill.worker.work.WorkDeadlines;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** The parts of one worker, wired as Spring does. */
public final class Parts {
    private static final RetentionSettings RETENTION =
            BoundSettings.bind("feedmill.retention", RetentionSettings.class, Map.of());

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final SettableClock clock;
    private final MessageHandlers handler;
    private final QueueListener listener;
    private final Requeues requeues;
    private final VisibilityHeartbeat heartbeat;
    private final ViewsListener views;
    private final WorkDeadlines deadlines;
    private final Breakers breakers;
    private final QueueMetrics metrics;
    private final UpkeepMetrics upkeep = new UpkeepMetrics(meters);
    private static final List<OnePolicy> UPKEEP = List.of(
            HomeFeedWork.followWork(relay()),
            HomeFeedWork.requestWork(relay()),
            HomeFeedWork.unfollows(relay(), Duration.ofSeconds(30)),
            HomeFeedWork.rebuildWork(relay()));

    private final ShardNotes notes;
    private final Sweep sweep;
    private Duration wait = Duration.ZERO;

    Parts(
            Stores stores,
            QueueSender sender,
            DeadLetterSender deadLetters,
            FanoutSettings settings,
            long onReadFrom,
            Causes.Refresh notified,
            SettableClock clock) {
        this.clock = clock;
        metrics = new QueueMetrics(meters);
        FanoutMetrics fanouts = new FanoutMetrics(meters);
        deadlines = new WorkDeadlines(
                Duration.ofSeconds(60), Duration.ofSeconds(10), new SuspendSafeClock(clock::nanoTime, clock));
        breakers = new Breakers(
                new BreakerSettings(20, 10, Duration.ofMillis(500), Duration.ofSeconds(5)),
                meters,
                new ClockOffset(clock, meters),
                clock);
        JobCloser closer = new JobCloser(
                stores.jobs(),
                stores.posts(),
                fanouts,
                new OnReadLister(stores.onRead(), new OnReadSettings(onReadFrom), clock, meters),
                clock);
        HomeFeedWriter writer = new HomeFeedWriter(stores.feeds(), stores.follows(), stores.readers(), dormant(stores));
        JobLookup lookup = new JobLookup(stores.jobs(), stores.feeds());
        SlicePlanner planner = new SlicePlanner(stores.jobs(), stores.follows(), sender, writer, closer, settings);
        PostAuthors authors = new PostAuthors(stores.posts());
        handler = new MessageHandlers(List.of(
                new PlanHandler(lookup, planner, closer, List.of(Causes.mentionCause(notified, stores.feeds()))),
                new SliceHandler(writer, stores.follows(), lookup, closer, fanouts, HandlerLife.LONGEST),
                new RepairHandler(writer, lookup, fanouts),
                new ViewHandler(stores.views(), authors, stores.counters(), RETENTION, new ViewMetrics(meters), clock),
                new ReactionHandler(
                        authors, stores.counters(), List.of(Causes.reactionCause(notified, stores.counters()))),
                reconcileHandler(stores, notified),
                new RebuildHandler(
                        pairs(stores), stores.follows(), stores.rebuilds(), resends(stores), upkeep, clock)));
        requeues = new Requeues(
                sender, handler, metrics, deadlines, listeners(), new Random(1), Requeues.progressFailures());
        listener = new QueueListener(Messages.CODEC, handler, requeues, deadLetters, deadlines, breakers, metrics);
        views = views(1);
        heartbeat = new VisibilityHeartbeat(listeners(), metrics, ProcessTime.system());
        List<WorkType> types = Stream.<WorkType>concat(
                        UPKEEP.stream(),
                        Stream.of(new JobWork(
                                stores.jobs(),
                                stores.outbox(),
                                closer,
                                fanouts,
                                relay(),
                                new SuspendSafeClock(clock::nanoTime, clock))))
                .toList();
        notes = new ShardNotes(() -> true, clock);
        sweep = new Sweep(
                stores.outbox(),
                new ShardShare("worker", stores.outbox(), relay().every(), clock),
                new Relay(types, stores.outbox(), sender, patience(), clock),
                notes,
                new RelayMetrics(meters, types),
                deadlines::stopping,
                new Random(1));
    }

    private ReconcileHandler reconcileHandler(Stores stores, Causes.Refresh notified) {
        return new ReconcileHandler(
                pairs(stores),
                stores.follows(),
                stores.readers(),
                resends(stores),
                upkeep,
                List.of(Causes.followCause(notified, stores.follows())));
    }

    private Resends resends(Stores stores) {
        return new Resends(stores.outbox(), UPKEEP, patience(), clock);
    }

    private FollowReconciler pairs(Stores stores) {
        return new FollowReconciler(
                stores.feeds(), stores.follows(), dormant(stores), new FeedRows(Duration.ofDays(30)), upkeep, clock);
    }

    private DormantReaders dormant(Stores stores) {
        return new DormantReaders(
                stores.readers(), stores.dormancy(), new SuspendSafeClock(clock::nanoTime, clock), Runnable::run);
    }

    /** One group at a time stays on the thread that the steps know. */
    public ViewsListener views(int parallel) {
        ViewBatches batches = new ViewBatches(1_000, 10, Duration.ZERO, parallel, Duration.ofSeconds(30));
        return new ViewsListener(
                listener,
                requeues,
                deadlines,
                batches,
                ViewsListener.viewCollector(batches, deadlines, ProcessTime.system()),
                clock);
    }

    private static ListenerSettings listeners() {
        return new ListenerSettings(
                16,
                Duration.ofSeconds(60),
                Duration.ofSeconds(60),
                Duration.ofSeconds(10),
                Duration.ofMinutes(15),
                Duration.ofSeconds(20));
    }

    private Patience patience() {
        return new Patience(relay().maxBackoff(), queue -> Optional.of(wait));
    }

    /** Sets the wait of every queue's messages. */
    public void wait(Duration time) {
        wait = time;
    }

    private static RelaySettings relay() {
        return new RelaySettings(
                Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofMinutes(10));
    }

    public MessageHandlers handler() {
        return handler;
    }

    public QueueListener listener() {
        return listener;
    }

    public ViewsListener views() {
        return views;
    }

    public VisibilityInterceptor interceptor(Queue queue) {
        return new VisibilityInterceptor(queue, deadlines, heartbeat, metrics);
    }

    /** Stops the process. */
    public WorkDeadlines deadlines() {
        return deadlines;
    }

    public Sweep sweep() {
        return sweep;
    }

    public double count(String meter, String... tags) {
        return meters.get(meter).tags(tags).counter().count();
    }
}
