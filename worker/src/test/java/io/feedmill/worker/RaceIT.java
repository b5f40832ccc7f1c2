package io.feedmill.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.follow.Follow;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueMessage.Deliver;
import io.feedmill.common.queue.QueueMessage.Plan;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.queue.SqsQueueSender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Two workers over the same jobs, each message several times, an eager sweep, and followers who come and go meanwhile. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RaceIT {
    private static final List<String> AUTHORS = List.of("ann", "bea", "cid");
    private static final int POSTS = 2;
    private static final int STEADY = 60;

    private final List<String> guests =
            IntStream.range(0, 12).mapToObj(i -> "f%04d-guest".formatted(i * 5)).toList();
    private Feedmill feedmill;

    @BeforeAll
    void start() {
        Part<QueueSender> twice =
                new Part<>(QueueSender.class, worker -> new Twice(worker.getBean(SqsQueueSender.class)));
        String[] settings = {
            "feedmill.fanout.slice-size=20",
            "feedmill.relay.every=300ms",
            "feedmill.relay.accepted=500ms",
            "feedmill.relay.stalled=1s"
        };
        feedmill = Feedmill.on(Endpoints.embedded()).worker(twice, settings).worker(twice, settings);
    }

    @AfterAll
    void stop() {
        feedmill.close();
    }

    /** Sends each slice two times. */
    private record Twice(QueueSender sender) implements QueueSender {
        @Override
        public void send(QueueMessage message, Duration delay) {
            sender.send(message, delay);
            if (message instanceof Deliver) {
                sender.send(message, delay);
            }
        }
    }

    @Test
    void everyCountIsExactAndNobodyHasAPostTwice() throws Exception {
        AUTHORS.forEach(author -> feedmill.followers(author, STEADY));
        Map<String, List<PostId>> posts = new LinkedHashMap<>();
        AtomicBoolean over = new AtomicBoolean();
        try (var thread = Executors.newSingleThreadExecutor()) {
            var guestsOfAll = thread.submit(() -> comeAndGo(over));
            try {
                AUTHORS.forEach(author -> posts.put(author, publish(author)));
                posts.values().forEach(feedmill::awaitComplete);
            } finally {
                over.set(true);
            }
            assertThat(guestsOfAll.get()).isPositive();
        }
        List<String> steady = feedmill.followers("nobody", STEADY);
        posts.forEach((author, ofAuthor) -> {
            Books.assertReached(feedmill, steady, ofAuthor);
            Books.assertAgree(feedmill, author, ofAuthor);
            assertThat(ofAuthor)
                    .allSatisfy(post ->
                            assertThat(feedmill.job(post).counts().delivered()).isBetween(60L, 72L));
        });
        Books.assertNoDuplicates(feedmill);
    }

    private List<PostId> publish(String author) {
        List<PostId> posts = new ArrayList<>();
        for (int i = 0; i < POSTS; i++) {
            PostId post = feedmill.publish(author, "post " + i);
            for (int times = 0; times < 3; times++) {
                feedmill.send(Plan.of(post, author));
            }
            posts.add(post);
        }
        return posts;
    }

    /** How often a guest came or went. */
    private int comeAndGo(AtomicBoolean over) {
        int moves = 0;
        for (; !over.get(); moves++) {
            Follow follow = new Follow(guests.get(moves % guests.size()), AUTHORS.get(moves % AUTHORS.size()));
            if (moves / guests.size() % 2 == 0) {
                feedmill.stores().follows().follow(follow);
            } else {
                feedmill.stores().follows().unfollow(follow);
            }
        }
        return moves;
    }
}
