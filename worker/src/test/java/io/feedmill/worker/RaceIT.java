package io.feedmill.worker;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static io.feedmill.worker.Feedmill.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.follow.RebuildStore.BeginResult;
import io.feedmill.common.follow.RebuildStore.LastRebuild;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.queue.SqsQueueSender;
import io.feedmill.common.storage.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Two workers with the same jobs, duplicate messages, frequent sweeps, and concurrent follows and unfollows. */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RaceIT {
    private static final List<String> AUTHORS = List.of("ann", "bea", "cid");
    private static final int POSTS = 2;

    private final List<String> steady =
            IntStream.range(0, 40).mapToObj("f%04d"::formatted).toList();

    private final List<String> guests =
            IntStream.range(0, 12).mapToObj(i -> "f%04d-guest".formatted(i * 3)).toList();
    private int moves;

    @AutoClose
    private Feedmill feedmill;

    @BeforeAll
    void start() {
        Part<QueueSender> twice =
                new Part<>(QueueSender.class, worker -> new Twice(worker.getBean(SqsQueueSender.class)));
        String[] settings = {
            "feedmill.fanout.slice-size=5",
            "feedmill.relay.every=500ms",
            "feedmill.relay.accepted=2s",
            "feedmill.relay.stalled=3s"
        };
        feedmill = Feedmill.on(Endpoints.embedded()).worker(twice, settings).worker(twice, settings);
    }

    /** Sends each slice two times. */
    private record Twice(QueueSender sender) implements QueueSender {
        @Override
        public void sendAgain(Queue queue, String body, Instant firstSentAt, Duration delay) {
            sender.sendAgain(queue, body, firstSentAt, delay);
        }

        @Override
        public void send(QueueMessage message, Duration delay) {
            sender.send(message, delay);
            if (message instanceof Deliver) {
                sender.send(message, delay);
            }
        }
    }

    @Test
    void everyCountIsExactAndNoHomeFeedHasAPostTwice() {
        AUTHORS.forEach(author -> feedmill.followers(author, steady));
        Map<String, List<PostId>> posts = new LinkedHashMap<>();
        AUTHORS.forEach(author -> posts.put(author, publish(author)));
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> {
            comeAndGo();
            return moves > guests.size()
                    && posts.values().stream().flatMap(List::stream).allMatch(feedmill::isComplete);
        });
        posts.forEach((author, ofAuthor) -> {
            Books.assertReached(feedmill, steady, ofAuthor);
            Books.assertAgree(feedmill, author, ofAuthor);
            assertThat(ofAuthor)
                    .allSatisfy(post ->
                            assertThat(feedmill.job(post).counts().delivered()).isBetween(40L, 52L));
        });
        Books.assertNoDuplicates(feedmill);
    }

    /** Each change is planned several times, without waiting for one before the next, nor for the first fan-out. */
    @Test
    void homeFeedsAgreeWithTheLastOfManyChanges() {
        feedmill.followers("dee", steady);
        List<PostId> posts = publish("dee");
        PostId post = posts.getFirst();
        List<JobId> jobs = new ArrayList<>(posts.stream().map(JobId::of).toList());
        for (int i = 1; i <= 8; i++) {
            Audience some = new Audience.Users(
                    new TreeSet<>(users(steady.subList(i, 4 * i).toArray(String[]::new))));
            jobs.add(feedmill.permit(post, i % 3 == 0 ? Audience.everyone() : some));
            feedmill.send(Plan.of(jobs.getLast(), user("dee")));
        }
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> jobs.stream().allMatch(feedmill::isComplete));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Books.readers(feedmill, post))
                        .filteredOn(user -> !user.equals("dee"))
                        .containsExactlyElementsOf(steady.subList(8, 32)));
    }

    private List<PostId> publish(String author) {
        List<PostId> posts = new ArrayList<>();
        for (int i = 0; i < POSTS; i++) {
            PostId post = feedmill.publish(author, "post " + i);
            for (int times = 0; times < 3; times++) {
                feedmill.send(Plan.of(JobId.of(post), user(author)));
            }
            posts.add(post);
        }
        return posts;
    }

    /** Guests follow or unfollow an author; all of them follow before any of them unfollows. */
    private void comeAndGo() {
        for (int i = 0; i < 4; i++, moves++) {
            int round = moves / guests.size();
            Follow follow = new Follow(
                    user(guests.get(moves % guests.size())), user(AUTHORS.get((moves + round / 2) % AUTHORS.size())));
            if (round % 2 == 0) {
                feedmill.stores().follows().follow(follow);
            } else {
                feedmill.stores().follows().unfollow(follow);
            }
        }
    }

    @Test
    void everyHomeFeedAgreesWithItsFollowInTheEnd() {
        Random random = new Random(17);
        List<String> fans = IntStream.range(0, 12).mapToObj("g%02d"::formatted).toList();
        feedmill.followers("eve", fans.subList(0, 6));
        List<PostId> posts = new ArrayList<>();
        for (int round = 0; round < 60; round++) {
            toggle(fans.get(random.nextInt(fans.size())));
            if (round % 4 == 0) {
                posts.add(feedmill.publishAndSend("eve", "post " + round));
            }
        }
        posts.forEach(feedmill::awaitComplete);
        List<String> all = posts.stream().map(PostId::value).toList().reversed();
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(200))
                .untilAsserted(() -> {
                    Map<String, List<String>> homes = feedmill.homes();
                    assertThat(fans).allSatisfy(fan -> {
                        boolean reads = feedmill.stores().follows().follows(new Follow(user(fan), user("eve")));
                        assertThat(homes.getOrDefault(fan, List.of())).isEqualTo(reads ? all : List.of());
                    });
                });
    }

    @Test
    void anEmptiedHomeFeedIsRebuilt() {
        List<String> authors = List.of("fay", "gus", "hal");
        authors.forEach(author -> feedmill.followers(author, List.of("reader")));
        List<PostId> posts = authors.stream()
                .map(author -> feedmill.publishAndSend(author, "hello"))
                .toList();
        posts.forEach(feedmill::awaitComplete);
        List<String> before = feedmill.homes().getOrDefault("reader", List.of());
        assertThat(before).hasSize(3);
        WriteOptions options =
                WriteOptions.bulk(Deadline.in(Duration.ofSeconds(30), System::nanoTime, InstantSource.system()));
        posts.forEach(post -> feedmill.stores().feeds().deleteHome(post, List.of(user("reader")), options));
        assertThat(feedmill.homes()).doesNotContainKey("reader");
        BeginResult begun = feedmill.stores().rebuilds().begin(user("reader"));
        feedmill.send(Rebuild.of(((BeginResult.Begun) begun).work()));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> !feedmill.stores().readers().view(user("reader")).rebuilding());
        assertThat(feedmill.homes()).containsEntry("reader", before);
        LastRebuild last = feedmill.stores().rebuilds().find(user("reader")).orElseThrow();
        assertThat(last.reached().authors()).isEqualTo(3);
    }

    private void toggle(String fan) {
        Follow follow = new Follow(user(fan), user("eve"));
        Optional<FollowChange> ended = feedmill.stores().follows().unfollow(follow);
        FollowChange change = ended.isPresent()
                ? ended.get()
                : ((FollowResult.Followed) feedmill.stores().follows().follow(follow)).change();
        feedmill.send(Reconcile.of(change));
    }
}
