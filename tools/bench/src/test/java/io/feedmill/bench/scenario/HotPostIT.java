package io.feedmill.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.bench.servers.Endpoints;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.FeedmillClient.Limits;
import io.feedmill.client.FeedmillClient.LiveEvent;
import io.feedmill.client.FeedmillClient.Notification;
import io.feedmill.client.Post;
import io.feedmill.client.Post.NewPost;
import io.feedmill.client.ProblemException;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.stack.Platform;
import io.feedmill.stack.StorageAccess;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A post to which 3,000 users react at once, or as many as the system property {@code hotpost.fans} says, on an API and two workers. They have just
 * started, unless {@code hotpost.warmup} users react to another post first.
 */
@Tag("full")
@Timeout(600)
class HotPostIT {
    private static final int USERS = Integer.getInteger("hotpost.fans", 3_000);
    private static final int WARMUP = Integer.getInteger("hotpost.warmup", 0);
    private static final int CALLERS = 16;
    private static final int WORKERS = 2;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Limits ONE_ATTEMPT = new Limits(Duration.ofSeconds(30), 1, Duration.ofSeconds(30));
    private static final Screen SCREEN = Screen.plain(System.out);

    @Test
    void noReactionIsRefusedAndItsGroupAndItsCountsAreWrittenOnceASecond() {
        try (Platform platform = new Setting(Workspace.configured(), SCREEN, true).platform();
                StorageAccess storage = StorageAccess.of(platform);
                Feedmill feedmill =
                        Feedmill.start(platform, Endpoints.of(platform.servers()), WORKERS, Feedmill.SWEEPS)) {
            FeedmillClient client = FeedmillClient.of(feedmill.at("/"), platform.tokens(), ONE_ATTEMPT);
            refused(client, client.publishPost(new NewPost("singer", "Warm")).id(), WARMUP);
            String post = client.publishPost(new NewPost("star", "Hot")).id();
            RunClock clock = new RunClock();
            CompletableFuture<Duration> shown = CompletableFuture.supplyAsync(() -> untilBell(client, clock));
            long refused = refused(client, post, USERS);
            Duration reacted = clock.now();
            await().atMost(PATIENCE).until(() -> counted(client, post) >= USERS - refused);
            Duration counted = clock.now().minus(reacted);

            int group = writes(storage, "notifications", "star");
            int counts = writes(storage, "counters", "post:" + post);
            LiveEvent.Unseen badge = client.unseenNotifications("star");
            SCREEN.say(
                    "%,d reactions, %d refused, in %.1f s; writes: group %d, counts %d; the bell after %.1f s; counts %.1f s after the last; %s"
                            .formatted(
                                    USERS,
                                    refused,
                                    seconds(reacted),
                                    group,
                                    counts,
                                    seconds(shown.join()),
                                    seconds(counted),
                                    badge));
            assertThat(refused).isZero();
            // A worker takes what comes in a second at once.
            int most = WORKERS * (int) (reacted.plus(counted).toSeconds() + 2);
            assertThat(group).isBetween(1, most);
            assertThat(counts).isBetween(1, most);
            assertThat(shown.join()).isLessThan(Duration.ofSeconds(20));
            assertThat(badge).isEqualTo(new LiveEvent.Unseen(1, false));
            assertIsOf(client.notifications("star").toList());
        }
    }

    /** Lets this number of users react to the post, and returns how many could not. */
    private static long refused(FeedmillClient client, String post, int users) {
        return IntStream.range(0, users)
                .mapToObj("fan-%05d"::formatted)
                .gather(Gatherers.mapConcurrent(CALLERS, fan -> reacts(client, post, fan)))
                .filter(reacted -> !reacted)
                .count();
    }

    private static boolean reacts(FeedmillClient client, String post, String fan) {
        try {
            client.addReaction(post, "like", fan);
            return true;
        } catch (ProblemException e) {
            return false;
        }
    }

    private static void assertIsOf(List<Notification> notifications) {
        assertThat(notifications).singleElement().satisfies(group -> {
            assertThat(group.counts()).isEqualTo(Map.of("like", (long) USERS));
            assertThat(group.actors()).hasSize(20).allMatch(actor -> actor.startsWith("fan-"));
            assertThat(group.more()).isTrue();
        });
    }

    /** Returns the sum of what rows of the partition tell: each write of one adds one to its revision. */
    private static int writes(StorageAccess storage, String table, String partition) {
        return storage.tables().copy(Table.of(table)).rows().stream()
                .filter(row -> AttributeValue.fromS(partition).equals(row.get(TableSchema.PK)))
                .flatMap(row -> Stream.ofNullable(row.get("revision")))
                .mapToInt(revision -> Integer.parseInt(revision.n()))
                .sum();
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1e3;
    }

    private static Duration untilBell(FeedmillClient client, RunClock clock) {
        try (Stream<LiveEvent> events = client.liveHomeFeed("star")) {
            return events.filter(event -> event instanceof LiveEvent.Unseen bell && bell.unseen() == 1)
                    .map(event -> clock.now())
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Returns what pages show. */
    private static long counted(FeedmillClient client, String post) {
        Post.Counters counts =
                client.getPosts(List.of(post), "counts").items().getFirst().counts();
        return counts == null ? 0 : counts.reactions().getOrDefault("like", 0L);
    }
}
