package io.feedmill.chaos.run;

import io.feedmill.chaos.plan.EventSchedule.TimedEvent;
import io.feedmill.stack.client.FeedmillException;
import io.feedmill.stack.living.Event;
import io.feedmill.stack.living.FeedModel;
import io.feedmill.stack.load.EventCalls;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.verify.Findings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes the calls of a schedule at their times, those about one post or one pair of users one after the other, and tells the model. */
final class EventLoad {
    /** After a repeated call: the first one may still have its effect until then. */
    private static final Duration DOUBT = Duration.ofSeconds(15);
    /** The next call waits while this many are unanswered: more would keep an overloaded Feedmill overloaded. */
    private static final int IN_FLIGHT = 32;

    private final EventCalls calls;
    private final FeedModel model;
    private final Findings findings;
    private final Duration end;
    private final RunClock clock;
    private final AtomicInteger repeated = new AtomicInteger();
    private final Semaphore room = new Semaphore(IN_FLIGHT);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /**
     * @param findings are told of a call that was never answered, or refused against the model
     * @param end no sequence begins after it; one that has begun goes on to its end, however slow the machine is
     */
    EventLoad(EventCalls calls, FeedModel model, Findings findings, Duration end, RunClock clock) {
        this.calls = calls;
        this.model = model;
        this.findings = findings;
        this.end = end;
        this.clock = clock;
    }

    void start(List<List<TimedEvent>> sequences) {
        sequences.forEach(sequence -> threads.execute(() -> run(sequence)));
    }

    /** Waits until every call is answered or given up. */
    void stop() {
        threads.close();
    }

    /** Returns the number of calls that were sent more than once. */
    int repeated() {
        return repeated.get();
    }

    private void run(List<TimedEvent> sequence) {
        clock.sleepUntil(sequence.getFirst().at());
        if (clock.now().compareTo(end) >= 0) {
            return;
        }
        for (TimedEvent next : sequence) {
            clock.sleepUntil(next.at());
            try {
                if (send(next.event()) > 1) {
                    repeated.incrementAndGet();
                    clock.sleepUntil(clock.now().plus(DOUBT));
                }
            } catch (FeedmillException e) {
                findings.add(List.of("%s was never answered: %s".formatted(next.event(), e.getMessage())));
                return;
            }
        }
    }

    /** Returns how often the call was sent. */
    private int send(Event event) {
        room.acquireUninterruptibly();
        try {
            var answer = calls.send(event);
            boolean accepted = model.apply(event);
            findings.require(
                    answer.value() == accepted,
                    "%s was %s.".formatted(event, accepted ? "refused" : "accepted, which it should not be"));
            return answer.calls();
        } finally {
            room.release();
        }
    }
}
