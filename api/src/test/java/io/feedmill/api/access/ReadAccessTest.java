package io.feedmill.api.access;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.Post.PostHead;
import io.feedmill.common.publish.Change;
import io.feedmill.testkit.HomeItem;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.memory.FaultRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReadAccessTest {
    private static final PostId JOB = PostId.create(1_000, new Random(9));
    private static final Audience FOLLOWERS = new Audience.Followers();
    private static final Audience CLEO = new Audience.Users(new TreeSet<>(users("cleo")));

    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = new MemoryStores(clock);
    private final List<String> calls = new ArrayList<>();
    private final Stores recorded = stores.stores(new FaultRules().record(calls));
    private final ReadAccess access = new ReadAccess(
            new TruthCopy(recorded.feeds(), clock::nanoTime, 1_000_000), recorded.follows(), recorded.readers());

    @BeforeEach
    void publish() {
        stores.follows().follow(new Follow(user("bob"), user("ann")));
        publish(1, Audience.everyone());
        publish(2, FOLLOWERS);
        publish(3, CLEO);
    }

    @Test
    void aBlockHidesEitherUserFromTheOther() {
        stores.readers().block(user("ann"), user("cleo"));
        stores.readers().block(user("dan"), user("ann"));
        PostHead post = post(1, Audience.everyone()).head();
        assertThat(access.mayRead(post, user("cleo"))).isFalse();
        assertThat(access.mayRead(post, user("dan"))).isFalse();
        assertThat(access.mayRead(post, user("bob"))).isTrue();
        assertThat(access.mayRead(post, user("ann"))).isTrue();
        assertThat(access.mayRead(post, null)).isTrue();
    }

    @Test
    void checksEachAudience() {
        assertThat(read(null)).containsExactly(1L);
        assertThat(read(user("dan"))).containsExactly(1L);
        assertThat(read(user("bob"))).containsExactly(2L, 1L);
        assertThat(read(user("cleo"))).containsExactly(3L, 1L);
        assertThat(read(user("ann"))).containsExactly(3L, 2L, 1L);
    }

    @Test
    void checksASinglePostByTheSameRules() {
        List<PostHead> heads = items().stream()
                .map(item -> new PostHead(item.post(), item.author(), item.audience()))
                .toList();
        for (UserId viewer : Arrays.asList(null, user("dan"), user("bob"), user("cleo"), user("ann"))) {
            assertThat(heads.stream()
                            .filter(head -> access.mayRead(head, viewer))
                            .map(head -> head.id().tick()))
                    .as("%s", viewer)
                    .isEqualTo(read(viewer));
        }
    }

    @Test
    void postsForEveryoneCostNoCallInAFeedAndOneForBlocksAlone() {
        readable(List.of(FeedItem.of(post(1, Audience.everyone()), Via.FOLLOW)), item -> false, user("bob"));
        access.mayRead(post(1, Audience.everyone()).head(), null);
        assertThat(calls).isEmpty();
        access.mayRead(post(1, Audience.everyone()).head(), user("bob"));
        assertThat(calls).containsExactly("ReaderStore.blocked");
    }

    @Test
    void aPageCostsUpToTwoCalls() {
        for (long tick = 4; tick < 50; tick++) {
            publish(tick, tick % 2 == 0 ? FOLLOWERS : CLEO);
        }
        List<FeedItem> home = home();
        assertThat(readable(home, ReadAccessTest::isForAList, user("bob"))).hasSize(2 + 23);
        assertThat(calls).containsExactly("FeedStore.items", "FollowStore.followed");
    }

    @Test
    void checksAHomeFeedsItemByTheAuthorsFeed() {
        List<FeedItem> home = home();
        assertThat(ticks(readable(home, item -> false, user("cleo")))).containsExactly(1L);
        assertThat(ticks(readable(home, ReadAccessTest::isForAList, user("cleo"))))
                .containsExactly(3L, 1L);
        Audience nobody = new Audience.Users(new TreeSet<>());
        stores.posts().change(post(3, CLEO), new Change.Permissions(nobody, Duration.ZERO, false), JobId.of(JOB));
        clock.advance(Duration.ofSeconds(1));
        assertThat(ticks(readable(home, ReadAccessTest::isForAList, user("cleo"))))
                .containsExactly(1L);
        stores.retract(user("ann"), post(2, FOLLOWERS).id());
        assertThat(ticks(readable(home, item -> true, user("bob")))).containsExactly(1L);
    }

    /** No job rewrites announcements, and pages know narrowed posts before their jobs are done. */
    @Test
    void anItemThatIsAskedAboutHasTheVersionOfTheAuthorsFeed() {
        Post first = post(1, Audience.everyone());
        FeedItem announced = FeedItem.of(first, Via.ANNOUNCEMENT);
        stores.posts().change(first, new Change.Edit(Content.of("second"), Duration.ZERO), JobId.of(JOB));
        for (UserId viewer : Arrays.asList(null, user("bob"), user("ann"))) {
            assertThat(readable(List.of(announced), item -> true, viewer))
                    .containsExactly(FeedItem.of(first.edited(Content.of("second")), Via.ANNOUNCEMENT));
        }
        stores.retract(user("ann"), first.id());
        clock.advance(Duration.ofSeconds(1));
        assertThat(readable(List.of(announced), item -> true, user("ann"))).isEmpty();
    }

    private List<FeedItem> readable(List<FeedItem> items, Predicate<FeedItem> asks, @Nullable UserId viewer) {
        return access.readable(items, asks, reads -> {}, viewer);
    }

    private static boolean isForAList(FeedItem item) {
        return item.audience() instanceof Audience.Users;
    }

    private List<FeedItem> home() {
        return items().stream().map(item -> HomeItem.of(item, user("bob"))).toList();
    }

    private List<Long> read(@Nullable UserId viewer) {
        return ticks(readable(items(), item -> false, viewer));
    }

    private List<FeedItem> items() {
        return stores.feeds()
                .page(FeedName.author(user("ann")), PageRequest.first(100))
                .items();
    }

    private static List<Long> ticks(List<FeedItem> items) {
        return items.stream().map(item -> item.post().tick()).toList();
    }

    private void publish(long tick, Audience audience) {
        PostId id = post(tick, audience).id();
        stores.posts().publish(Posts.of(id, user("ann"), "hello").with(audience), null);
    }

    private static Post post(long tick, Audience audience) {
        return Posts.of(new PostId(tick, "11111111111"), user("ann"), "hello").with(audience);
    }
}
