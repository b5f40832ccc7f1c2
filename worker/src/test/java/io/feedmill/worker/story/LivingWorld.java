package io.feedmill.worker.story;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.StorageException;
import io.feedmill.stack.living.FeedModel;
import io.feedmill.testkit.MemoryQueue;
import io.feedmill.testkit.MemoryQueue.Sent;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.steps.Schedule;
import io.feedmill.testkit.steps.Steps;
import io.feedmill.worker.work.Receipt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A Feedmill in memory whose users all write and follow: calls of the API and the real parts of a worker over fakes, which step as a sequence of
 * moves says. Home feeds are compared with a model, after each move what they show, and at the end their rows.
 */
final class LivingWorld {
    static final Duration GRACE = Duration.ofSeconds(30);

    /** The longest life of a call or handler: the deadline and a call timeout. */
    private static final Duration LIFE = Duration.ofSeconds(65);

    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration COPY_POLL = Duration.ofSeconds(10);
    private static final int ROUNDS = 3_000;

    /** A plan that waits for a slice whose message was lost goes on waiting until a sweep. */
    private static final int SWEEP = 100;

    private static final int ALL = Integer.MAX_VALUE;

    private final Move.Sequence sequence;
    private final SettableClock clock = new SettableClock();
    private final MemoryStores fakes = MemoryStores.ofSteps(clock);
    private final Steps steps = new Steps();
    private final MemoryQueue queue = MemoryQueue.ofSteps(clock);
    private final DrawnFaults faults = new DrawnFaults(fakes, queue, clock);

    /** The second one's copy of the list of authors on read is as old as it may be. */
    private final List<ApiPages> apis = List.of(
            new ApiPages(fakes, faults.with(steps), clock, Duration.ofSeconds(10)),
            new ApiPages(fakes, faults.with(steps), clock, Duration.ofSeconds(30)));

    private final List<String> dead = new ArrayList<>();
    private final List<Actor> actors = new ArrayList<>();
    private final Schedule schedule;
    private final UserCalls calls;
    private final ModelChecks checks;
    private final Parts parts;
    private final Runnable acknowledge = steps.watch(Runnable.class, () -> {});
    private int begun;
    private int claims;

    /**
     * A call, handler or sweep that is under way.
     *
     * @param mail the message of a handler
     */
    private record Actor(String name, long since, @Nullable Sent mail) {}

    LivingWorld(Move.Sequence sequence) {
        this.sequence = sequence;
        schedule = steps.schedule(sequence.seed());
        QueueSender sender = steps.watch(QueueSender.class, queue);
        FeedModel model = new FeedModel();
        calls = new UserCalls(model, fakes, faults.with(steps), sender, clock, apis, new Random(sequence.seed()));
        checks = new ModelChecks(sequence.users(), model, calls, fakes, apis, clock);
        parts = new Parts(
                fakes.stores(faults.with(new CheckedJobs(steps, fakes.jobs(), checks::checkComplete))),
                sender,
                (from, body, reason, detail) -> dead.add(from.suffix() + " " + reason.value() + ": " + detail),
                sequence.settings(),
                sequence.onReadFrom(),
                clock);
    }

    /** Makes all moves, lets all work end, and compares home feeds with the model. */
    Run run() {
        for (Move move : sequence.moves()) {
            make(move);
            check();
        }
        settle();
        checks.checkRows();
        checks.checkJobs();
        assertThat(dead).as("dead-letter messages").isEmpty();
        return new Run(
                claims,
                apis.stream().mapToInt(ApiPages::merged).sum(),
                calls.onRead().size(),
                apis.stream().mapToInt(ApiPages::gaps).sum(),
                checks.passedOver(),
                faults.met());
    }

    /**
     * What a run has met.
     *
     * @param claims how often a page claimed to have a post
     * @param merged how often a page read an author's feed
     * @param onRead posts on read
     * @param gaps how often a page read the feeds of all authors whom a reader follows
     * @param passedOver how often a slice passed over a reader who was away
     * @param faults how often each met a call
     */
    record Run(int claims, int merged, int onRead, int gaps, long passedOver, Map<DrawnFaults.Kind, Integer> faults) {}

    private void make(Move move) {
        advance(SeveralWorkers.POLL);
        switch (move) {
            case Move.Call call -> begin(call.event().toString(), () -> calls.make(call.event()), null, call.steps());
            case Move.Receive receive -> receive(receive.which(), receive.steps(), receive.twice());
            case Move.Step step -> step(step.which(), step.steps());
            case Move.Work work -> work(work.which(), work.messages());
            case Move.Crash crash -> crash(crash.which(), crash.steps(), crash.applied());
            case Move.Sweep sweep -> begin("sweep", parts.sweep()::run, null, ALL);
            case Move.Pass pass -> pass(pass.time());
            case Move.Throttle throttle -> fakes.throttleAfter(throttle.rows());
            case Move.OnRead list -> fakes.onRead().list(user(list.author()), list.everyone());
            case Move.Off off -> fakes.onRead().takeOff(user(off.author()));
            case Move.Dormant dormant -> fakes.dormancy().set(dormant.away());
            case Move.Away away -> {
                settle();
                advance(away.time());
            }
            case Move.Fault fault -> faults.ask(fault.kind(), fault.calls());
            case Move.Land land -> faults.land(land.which());
            case Move.Duplicate duplicate -> duplicate(duplicate.which());
            case Move.Look look ->
                begin("look " + look.reader(), () -> apis.get(look.api()).look(look.reader()), null, look.steps());
        }
    }

    private void advance(Duration time) {
        faults.beforeAdvance(clock.instant(), clock.instant().plus(time));
        clock.advance(time);
    }

    private void duplicate(int which) {
        List<Sent> due = queue.due();
        if (!due.isEmpty()) {
            queue.release(due.get(which % due.size()));
        }
    }

    private void begin(String what, Runnable handler, @Nullable Sent mail, int steps) {
        Actor actor = new Actor(++begun + " " + what, clock.nanoTime(), mail);
        actors.add(actor);
        if (!schedule.begin(actor.name(), () -> attempt(handler, mail))) {
            actors.remove(actor);
        }
        step(actor, steps);
    }

    /** A message whose handler fails is received again. */
    private void attempt(Runnable handler, @Nullable Sent mail) {
        try {
            handler.run();
        } catch (StorageException e) {
            if (mail != null) {
                queue.release(mail);
            }
        }
    }

    private void receive(int which, int steps, boolean twice) {
        List<Sent> due = queue.due();
        if (!due.isEmpty()) {
            Sent mail = due.get(which % due.size());
            queue.receive(mail);
            if (twice) {
                queue.release(mail);
            }
            begin(mail.message().getClass().getSimpleName(), () -> handle(mail), mail, steps);
        }
    }

    private void handle(Sent mail) {
        parts.listener().receive(mail.message().type().queue(), MessageCodec.encode(mail.message()), receipt(mail));
        acknowledge.run();
    }

    private void step(int which, int steps) {
        if (!actors.isEmpty()) {
            step(actors.get(which % actors.size()), steps);
        }
    }

    private void step(Actor actor, int steps) {
        for (int i = 0; i < steps && actors.contains(actor); i++) {
            if (!schedule.step(actor.name())) {
                actors.remove(actor);
            }
            check();
        }
    }

    private void check() {
        boolean late = hasUnfinished();
        checks.checkPages(late);
        Instant until = parts.completeUntil();
        if (until != null) {
            claims += checks.checkClaim(until, late);
        }
    }

    private void work(int which, int messages) {
        for (int i = 0; i < messages && !queue.due().isEmpty(); i++) {
            receive(which, ALL, false);
        }
    }

    /** The message of a handler that crashed is received again. */
    private void crash(int which, int steps, boolean applied) {
        if (!actors.isEmpty()) {
            Actor actor = actors.get(which % actors.size());
            step(actor, steps);
            if (actors.remove(actor)) {
                schedule.crash(actor.name(), applied);
                if (actor.mail() != null) {
                    queue.release(actor.mail());
                }
            }
        }
    }

    /** Nothing lives longer than its deadline and a call timeout. */
    private void pass(Duration time) {
        long latest = clock.nanoTime() + time.toNanos() - LIFE.toNanos();
        actors.stream().filter(actor -> actor.since() < latest).toList().forEach(actor -> step(actor, ALL));
        Instant end = clock.instant().plus(time);
        while (clock.instant().isBefore(end)) {
            Duration left = Duration.between(clock.instant(), end);
            advance(left.compareTo(COPY_POLL) < 0 ? left : COPY_POLL);
            apis.forEach(ApiPages::refresh);
        }
    }

    private void settle() {
        fakes.throttleAfter(Integer.MAX_VALUE);
        faults.end();
        List.copyOf(actors).forEach(actor -> step(actor, ALL));
        for (int round = 0; !queue.waiting().isEmpty() || isOpen(); round++) {
            assertThat(round).as("rounds without an end").isLessThan(ROUNDS);
            if (queue.waiting().isEmpty() || round % SWEEP == SWEEP - 1) {
                advance(LONG);
                begin("sweep", parts.sweep()::run, null, ALL);
            } else if (queue.due().isEmpty()) {
                advance(Duration.between(clock.instant(), queue.nextDue()));
            } else {
                receive(0, ALL, false);
            }
        }
        advance(LONG);
    }

    private boolean isOpen() {
        return !Stores.openRows(fakes, work -> true).isEmpty();
    }

    private Receipt receipt(Sent mail) {
        return new Receipt(mail.receives(), mail.sentAt(), clock.instant());
    }

    private boolean isRepeated(Sent mail) {
        return receipt(mail).isRepeated(mail.message());
    }

    /** Whether a handler died, or ran out of time, whose work is not done again yet. */
    private boolean hasUnfinished() {
        return faults.isLate()
                || queue.waiting().stream().anyMatch(this::isRepeated)
                || actors.stream().anyMatch(actor -> actor.mail() != null && isRepeated(actor.mail()));
    }
}
