package io.feedmill.worker;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.follow.RebuildStore.BeginResult;
import io.feedmill.common.follow.RebuildStore.LastRebuild;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.key.PostId;
import io.feedmill.common.storage.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Follows and unfollows while posts are published, with two workers. */
@Tag("full")
class UpkeepIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String SMALL_SLICES = "feedmill.fanout.slice-size=5";
    private static final int ROUNDS = 60;

    @AutoClose
    private final Feedmill feedmill =
            Feedmill.on(Endpoints.embedded()).worker(SMALL_SLICES).worker(SMALL_SLICES);

    private final FollowStore follows = feedmill.stores().follows();
    private final Random random = new Random(17);

    @Test
    void everyHomeFeedAgreesWithItsFollowInTheEnd() {
        List<String> guests =
                IntStream.range(0, 12).mapToObj("g%02d"::formatted).toList();
        feedmill.followers("ann", guests.subList(0, 6));
        List<PostId> posts = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            toggle(guests.get(random.nextInt(guests.size())));
            if (round % 4 == 0) {
                posts.add(feedmill.publishAndSend("ann", "post " + round));
            }
        }
        posts.forEach(feedmill::awaitComplete);
        List<String> all = posts.stream().map(PostId::value).toList().reversed();
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(200)).untilAsserted(() -> {
            Map<String, List<String>> homes = feedmill.homes();
            assertThat(guests).allSatisfy(guest -> {
                boolean reads = follows.follows(new Follow(user(guest), user("ann")));
                assertThat(homes.getOrDefault(guest, List.of())).isEqualTo(reads ? all : List.of());
            });
        });
    }

    @Test
    void anEmptiedHomeFeedIsRebuilt() {
        List<String> authors = List.of("ann", "ben", "cleo");
        authors.forEach(author -> feedmill.followers(author, List.of("reader")));
        List<PostId> posts = authors.stream()
                .map(author -> feedmill.publishAndSend(author, "hello"))
                .toList();
        posts.forEach(feedmill::awaitComplete);
        List<String> before = feedmill.homes().getOrDefault("reader", List.of());
        assertThat(before).hasSize(3);
        WriteOptions options = WriteOptions.bulk(Deadline.in(PATIENCE));
        posts.forEach(post -> feedmill.stores().feeds().deleteHome(post, List.of(user("reader")), options));
        assertThat(feedmill.homes()).doesNotContainKey("reader");
        BeginResult begun = feedmill.stores().rebuilds().begin(user("reader"));
        feedmill.send(Rebuild.of(((BeginResult.Begun) begun).work()));
        await().atMost(PATIENCE)
                .until(() -> !feedmill.stores().readers().view(user("reader")).rebuilding());
        assertThat(feedmill.homes()).containsEntry("reader", before);
        LastRebuild last = feedmill.stores().rebuilds().find(user("reader")).orElseThrow();
        assertThat(last.reached().authors()).isEqualTo(3);
    }

    private void toggle(String guest) {
        Follow follow = new Follow(user(guest), user("ann"));
        Optional<FollowChange> ended = follows.unfollow(follow);
        FollowChange change =
                ended.isPresent() ? ended.get() : ((FollowResult.Followed) follows.follow(follow)).change();
        feedmill.send(Reconcile.of(change));
    }
}
