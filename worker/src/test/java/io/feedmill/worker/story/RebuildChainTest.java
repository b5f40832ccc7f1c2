package io.feedmill.worker.story;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.testkit.MemoryQueue.Sent;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A rebuild is one chain of messages, whatever is delivered or sent twice. */
class RebuildChainTest {
    private static final Duration SWEEP = Duration.ofSeconds(5);
    private static final int AUTHORS = 100;
    private static final int MESSAGES = AUTHORS / 25 + 1;

    private final World world = World.delivered(2);

    private void follow(int authors) {
        world.fakes
                .follows()
                .importAll(IntStream.range(0, authors)
                        .mapToObj(i -> new Follow(user("a"), user("z%04d".formatted(i))))
                        .toList());
    }

    private void assertComplete(int authors) {
        assertThat(world.openPairs()).isEmpty();
        assertThat(world.fakes
                        .rebuilds()
                        .find(user("a"))
                        .orElseThrow()
                        .reached()
                        .authors())
                .isEqualTo(authors);
    }

    /** Handles each message once it has waited this long, and sweeps meanwhile. Returns the number of handled messages. */
    private int messagesUntilRest(Duration wait) {
        PriorityQueue<Sent> waiting = new PriorityQueue<>(Comparator.comparing(Sent::due));
        Instant nextSweep = world.clock.instant();
        int handled = 0;
        do {
            while (world.clock.instant().isBefore(nextSweep)) {
                world.clock.advance(Duration.ofSeconds(1));
            }
            world.parts.sweep().run();
            nextSweep = nextSweep.plus(SWEEP);
            world.queue
                    .waiting()
                    .forEach(sent -> waiting.add(
                            new Sent(sent.message(), sent.delay(), sent.due().plus(wait))));
            world.queue.lose();
            while (!waiting.isEmpty() && !waiting.peek().due().isAfter(world.clock.instant())) {
                world.handle(waiting.remove().message());
                handled++;
                assertThat(handled).as("messages").isLessThan(1_000);
            }
        } while (!waiting.isEmpty()
                || !world.queue.waiting().isEmpty()
                || !world.openPairs().isEmpty());
        return handled;
    }

    @Test
    void aQueueThatWaitsThreeMinutesMakesNoMoreMessages() {
        follow(AUTHORS);
        world.parts.wait(Duration.ofMinutes(3));
        world.queue.send(world.beginRebuild("a"));
        assertThat(messagesUntilRest(Duration.ofMinutes(3))).isEqualTo(MESSAGES);
        assertComplete(AUTHORS);
    }

    /** A worker that knows of no wait sends again too soon: each resend costs two messages, and no chain. */
    @Test
    void eachResendEnds() {
        follow(AUTHORS);
        world.queue.send(world.beginRebuild("a"));
        assertThat(messagesUntilRest(Duration.ofMinutes(3))).isEqualTo(16);
        assertComplete(AUTHORS);
    }

    /** Neither before the first author nor between two of them. */
    @Test
    void theSweepSendsNoSecondMessageWhileTheFirstWaitsForTheTable() {
        follow(AUTHORS);
        world.fakes.follows().importAll(List.of(new Follow(user("a"), World.AUTHOR)));
        for (boolean own : List.of(true, false)) {
            world.clock.advance(Duration.ofHours(2));
            if (own) {
                world.publishBy("a");
            }
            world.queue.lose();
            world.queue.send(world.beginRebuild("a"));
            for (int minute = 0; minute < 60; minute++) {
                world.fakes.throttleAfter(own ? 0 : 1);
                world.work();
                assertThat(world.queue.waiting())
                        .as("own " + own + ", minute " + minute)
                        .hasSize(1);
                world.clock.advance(Duration.ofMinutes(1));
                world.parts.sweep().run();
            }
        }
    }
}
