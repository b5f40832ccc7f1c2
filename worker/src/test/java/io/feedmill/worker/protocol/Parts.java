package io.feedmill.worker.protocol;

import io.feedmill.common.Stores;
import io.feedmill.common.queue.DeadLetterSender;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.testkit.SettableClock;
import io.feedmill.worker.deliver.HomeFeedWriter;
import io.feedmill.worker.deliver.JobCloser;
import io.feedmill.worker.deliver.RepairHandler;
import io.feedmill.worker.deliver.SliceHandler;
import io.feedmill.worker.health.BreakerSettings;
import io.feedmill.worker.health.Breakers;
import io.feedmill.worker.listen.BatchListener;
import io.feedmill.worker.listen.BatchReceiver;
import io.feedmill.worker.listen.Listener;
import io.feedmill.worker.listen.MessageHandler;
import io.feedmill.worker.listen.MessageReceiver;
import io.feedmill.worker.listen.PoisonMessages;
import io.feedmill.worker.listen.Requeues;
import io.feedmill.worker.listen.VisibilityHeartbeat;
import io.feedmill.worker.metrics.WorkerMetrics;
import io.feedmill.worker.plan.FanoutSettings;
import io.feedmill.worker.plan.InlineDelivery;
import io.feedmill.worker.plan.PlanHandler;
import io.feedmill.worker.plan.SlicePlanner;
import io.feedmill.worker.relay.Relay;
import io.feedmill.worker.relay.RelaySettings;
import io.feedmill.worker.relay.Sweep;
import io.feedmill.worker.stop.WorkDeadlines;
import io.feedmill.worker.view.ViewHandler;
import io.feedmill.worker.view.ViewSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;

/** The parts of one worker, put together as Spring does. */
final class Parts {
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final MessageHandler handler;
    private final MessageReceiver receiver;
    private final BatchReceiver batches;
    private final WorkDeadlines deadlines;
    private final Breakers breakers;
    private final WorkerMetrics metrics;
    private final Sweep sweep;

    Parts(
            Stores stores,
            QueueSender sender,
            DeadLetterSender deadLetters,
            FanoutSettings settings,
            SettableClock clock) {
        metrics = new WorkerMetrics(meters);
        deadlines = new WorkDeadlines(Duration.ofSeconds(60), Duration.ofSeconds(10), clock::nanoTime);
        breakers = new Breakers(new BreakerSettings(50, 20, 10, Duration.ofSeconds(5)), metrics, clock);
        JobCloser closer = new JobCloser(stores.jobs(), metrics, clock);
        HomeFeedWriter writer = new HomeFeedWriter(stores.feeds(), stores.follows());
        InlineDelivery onTheSpot = new InlineDelivery(writer, stores.follows(), stores.feeds(), closer, settings);
        SlicePlanner planner = new SlicePlanner(stores.jobs(), stores.follows(), sender, onTheSpot, closer, settings);
        handler = new MessageHandler(
                new PlanHandler(stores.jobs(), planner, onTheSpot, closer),
                new SliceHandler(writer, stores.follows(), stores.jobs(), closer, metrics),
                new RepairHandler(writer, stores.jobs(), metrics),
                new ViewHandler(stores.views(), metrics));
        PoisonMessages poison = new PoisonMessages(deadLetters, metrics);
        Requeues resending = new Requeues(sender, stores.jobs(), metrics, deadlines);
        receiver = new MessageReceiver(handler, resending, poison, deadlines, breakers);
        batches = new BatchReceiver(receiver, deadlines, views());
        sweep = new Sweep(
                stores.outbox(),
                new Relay(stores.outbox(), stores.jobs(), sender, closer, relay(), clock),
                metrics,
                deadlines::stopping);
    }

    /** One group after the other, on the thread that the steps know. */
    private static ViewSettings views() {
        return new ViewSettings(1_000, 10, Duration.ZERO, 1, Duration.ofSeconds(30));
    }

    private static RelaySettings relay() {
        return new RelaySettings(
                Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofMinutes(10));
    }

    MessageHandler handler() {
        return handler;
    }

    MessageReceiver receiver() {
        return receiver;
    }

    BatchListener batchListener() {
        return new BatchListener(batches, deadlines, metrics);
    }

    BatchReceiver batches() {
        return batches;
    }

    /** Where the process is told to stop. */
    WorkDeadlines deadlines() {
        return deadlines;
    }

    Listener listener() {
        VisibilityHeartbeat heartbeat = new VisibilityHeartbeat(Duration.ofSeconds(65), metrics, System::nanoTime);
        return new Listener(receiver, deadlines, heartbeat, metrics);
    }

    Sweep sweep() {
        return sweep;
    }

    double count(String meter, String... tags) {
        return meters.get(meter).tags(tags).counter().count();
    }
}
