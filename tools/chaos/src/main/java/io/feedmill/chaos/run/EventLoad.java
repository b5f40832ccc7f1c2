package io.feedmill.chaos.run;

import io.feedmill.chaos.plan.EventSchedule.TimedEvent;
import io.feedmill.client.ProblemException;
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
import java.util.function.IntFunction;

/** Makes the calls of a schedule at their times, those about one post or one pair of users one after the other, and tells the model. */
public final class EventLoad {
    /** After a repeated call: the first one may still have its effect until then. */
    private static final Duration DOUBT = Duration.ofSeconds(15);
    /** The next call waits while this many are unanswered: more would keep an overloaded Feedmill overloaded. */
    private static final int IN_FLIGHT = 32;

    private final EventCalls calls;
    private final FeedModel model;
    private final Findings findings;
    private final RunClock clock;
    private final AtomicInteger repeated = new AtomicInteger();
    private final Semaphore room = new Semaphore(IN_FLIGHT);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile Duration end;

    /**
     * @param findings are told of a call that was never answered, or refused against the model
     * @param end no sequence begins after it; one that has begun goes on to its end, however slow the machine is
     */
    public EventLoad(EventCalls calls, FeedModel model, Findings findings, Duration end, RunClock clock) {
        this.calls = calls;
        this.model = model;
        this.findings = findings;
        this.end = end;
        this.clock = clock;
    }

    public void start(List<List<TimedEvent>> sequences) {
        sequences.forEach(sequence -> threads.execute(() -> run(sequence)));
    }

    /** Begins sequences of calls at a steady rate, numbered from 0; each is about a post or a pair of its own. */
    void start(Duration every, IntFunction<List<Event>> sequences) {
        threads.execute(() -> {
            try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int number = 0; clock.now().compareTo(end) < 0; number++) {
                    List<Event> next = sequences.apply(number);
                    room.acquireUninterruptibly();
                    callers.execute(() -> sendAll(next));
                    RunClock.pause(every);
                }
            }
        });
    }

    /** Begins no more calls, and waits until every call is answered or given up. */
    public void stop() {
        end = clock.now();
        threads.close();
    }

    /** Returns the number of calls that were sent more than once. */
    int repeated() {
        return repeated.get();
    }

    /** Returns the number of posts that were answered. */
    int published() {
        return calls.posts().size();
    }

    private void run(List<TimedEvent> sequence) {
        clock.sleepUntil(sequence.getFirst().at());
        if (clock.now().compareTo(end) >= 0) {
            return;
        }
        for (TimedEvent next : sequence) {
            clock.sleepUntil(next.at());
            room.acquireUninterruptibly();
            int sent = send(next.event());
            if (sent == 0) {
                return;
            }
            if (sent > 1) {
                clock.sleepUntil(clock.now().plus(DOUBT));
            }
        }
    }

    /** Sends the first call, which has room, and each other one after the answer to the one before. */
    private void sendAll(List<Event> sequence) {
        int sent = send(sequence.getFirst());
        for (Event event : sequence.subList(1, sequence.size())) {
            if (sent == 0) {
                return;
            }
            if (sent > 1) {
                RunClock.pause(DOUBT);
            }
            room.acquireUninterruptibly();
            sent = send(event);
        }
    }

    /** Returns how often the call was sent until it was answered; 0: it was not. */
    private int send(Event event) {
        try {
            var answer = calls.send(event);
            boolean accepted = model.apply(event);
            findings.require(
                    answer.value() == accepted,
                    "%s was %s.".formatted(event, accepted ? "refused" : "accepted, which it should not be"));
            repeated.addAndGet(answer.calls() > 1 ? 1 : 0);
            return answer.calls();
        } catch (ProblemException e) {
            findings.add(List.of("%s was never answered: %s".formatted(event, e.getMessage())));
            return 0;
        } finally {
            room.release();
        }
    }
}
