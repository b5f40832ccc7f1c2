package io.feedmill.api.onread;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.feed.PageSources.PageSource;
import io.feedmill.api.feed.PagesOf;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Users;
import io.feedmill.testkit.memory.FaultRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OnReadFeedsTest {
    private static final UserId ANN = user("ann");
    private static final UserId BOB = user("bob");

    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = new MemoryStores(clock);
    private final Random random = new Random(1);
    private final List<String> calls = new ArrayList<>();
    private final OnReadFeeds feeds = new OnReadFeeds(
            new OnReadAuthors(stores.onRead(), new SuspendSafeClock(clock::nanoTime, clock), Runnable::run),
            stores.stores(new FaultRules().record(calls)).follows(),
            PagesOf.truths(stores, clock),
            stores.feeds(),
            new FeedSettings(Duration.ofDays(30)),
            clock);

    private Post publish(UserId author) {
        clock.advance(Duration.ofMillis(1));
        PostId id = PostId.create(Ticks.ofInstant(clock.instant()), random);
        Post post = new Post(id, author, Content.of("hello"), 1, null, Audience.everyone(), Mode.ON_READ);
        stores.posts().publish(post, null);
        return post;
    }

    private List<PostId> publish(UserId author, int count) {
        List<PostId> posts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            posts.addFirst(publish(author).id());
        }
        return posts;
    }

    private PageSource source() {
        clock.advance(Duration.ofSeconds(30));
        List<PageSource> all = feeds.of(BOB);
        assertThat(all).hasSize(1);
        return all.getFirst();
    }

    private FeedPage known(PageRequest request) {
        return Objects.requireNonNull(source().known(request));
    }

    private static List<PostId> posts(FeedPage page) {
        return page.items().stream().map(FeedItem::post).toList();
    }

    private void follow() {
        stores.follows().follow(new Follow(BOB, ANN));
    }

    /** A strongly consistent read of an item costs a unit: a few of them cost less than all follows. */
    @Test
    void aShortListIsAskedAboutByAuthor() {
        follow();
        stores.onRead().list(ANN, false);
        IntStream.range(1, 10).forEach(i -> stores.onRead().list(user("other-" + i), false));
        assertThat(source().author()).isEqualTo(ANN);
        stores.onRead().list(user("other-10"), false);
        assertThat(source().author()).isEqualTo(ANN);
        assertThat(calls).containsExactly("FollowStore.followed", "FollowStore.followingAfter");
    }

    /** All follows of a reader with very many cost more than to ask about the authors that are left. */
    @Test
    void afterAThousandFollowsTheRestOfTheListIsAskedAboutByAuthor() {
        IntStream.range(0, 1_000).forEach(i -> stores.follows().follow(new Follow(BOB, user("b-%04d".formatted(i)))));
        List<UserId> followed =
                Stream.of("a", "b-0007", "z-001", "z-100").map(Users::user).toList();
        followed.forEach(author -> stores.follows().follow(new Follow(BOB, author)));
        followed.forEach(author -> stores.onRead().list(author, false));
        IntStream.range(2, 100).forEach(i -> stores.onRead().list(user("z-%03d".formatted(i)), false));
        clock.advance(Duration.ofSeconds(30));
        assertThat(feeds.of(BOB)).extracting(PageSource::author).containsExactlyInAnyOrderElementsOf(followed);
        assertThat(calls).containsExactly("FollowStore.followingAfter", "FollowStore.followed");
        calls.clear();
        stores.onRead().list(user("z-101"), false);
        clock.advance(Duration.ofSeconds(30));
        assertThat(feeds.of(BOB)).extracting(PageSource::author).containsExactlyInAnyOrderElementsOf(followed);
        assertThat(calls).containsExactly("FollowStore.followingAfter", "FollowStore.followingAfter");
    }

    @Test
    void pagesReadNoFollowsWhileAllAuthorsAreForEveryone() {
        stores.onRead().list(ANN, true);
        assertThat(source().author()).isEqualTo(ANN);
        assertThat(calls).isEmpty();
    }

    @Test
    void theFiftyNewestRowsAreKnown() {
        follow();
        List<PostId> posts = publish(ANN, 60);
        stores.onRead().list(ANN, false);
        FeedPage first = known(PageRequest.first(10));
        assertThat(posts(first)).isEqualTo(posts.subList(0, 50));
        assertThat(first.next()).isEqualTo(posts.get(49).feedKey());
        FeedPage rest = known(new PageRequest(null, posts.get(48).feedKey(), 10));
        assertThat(posts(rest)).containsExactly(posts.get(49));
        PageRequest further = new PageRequest(null, posts.get(49).feedKey(), 10);
        assertThat(source().known(further)).isNull();
        assertThat(posts(source().read(further))).isEqualTo(posts.subList(50, 60));
    }
}
