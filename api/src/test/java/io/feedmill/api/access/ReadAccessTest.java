package io.feedmill.api.access;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.HomeItem;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.memory.FaultRules;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReadAccessTest {
    private static final Audience FOLLOWERS = new Audience.Followers();
    private static final Audience CLEO = new Audience.Users(new TreeSet<>(users("cleo")));

    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = new MemoryStores(clock);
    private final List<String> calls = new ArrayList<>();
    private final Stores recorded = stores.stores(new FaultRules().record(calls));
    private final ReadAccess access = new ReadAccess(
            new FreshPosts(recorded.feeds(), new SuspendSafeClock(clock::nanoTime, clock), 1_000_000),
            recorded.follows(),
            recorded.readers());

    @BeforeEach
    void publish() {
        stores.follows().follow(new Follow(user("bob"), user("ann")));
        publish(1, Audience.everyone());
        publish(2, FOLLOWERS);
        publish(3, CLEO);
    }

    @Test
    void postsForEveryoneCostNoCallInAFeedAndOneForBlocksAlone() {
        readable(List.of(FeedItem.of(post(1, Audience.everyone()), Via.FOLLOW)), item -> false);
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
        assertThat(readable(home, ReadAccessTest::isForAList)).hasSize(2 + 23);
        assertThat(calls).containsExactly("FeedStore.items", "FollowStore.followed");
    }

    private List<FeedItem> readable(List<FeedItem> items, Predicate<FeedItem> asks) {
        return access.readable(items, asks, reads -> {}, user("bob"));
    }

    private static boolean isForAList(FeedItem item) {
        return item.audience() instanceof Audience.Users;
    }

    private List<FeedItem> home() {
        FeedPage page = stores.feeds().page(FeedName.author(user("ann")), PageRequest.first(100));
        return page.items().stream().map(item -> HomeItem.of(item, user("bob"))).toList();
    }

    private void publish(long tick, Audience audience) {
        PostId id = post(tick, audience).id();
        stores.posts().publish(Posts.of(id, user("ann"), "hello").with(audience), null);
    }

    private static Post post(long tick, Audience audience) {
        return Posts.of(new PostId(tick, "11111111111"), user("ann"), "hello").with(audience);
    }
}
