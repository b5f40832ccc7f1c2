package io.feedmill.api.notification;

import static io.feedmill.api.notification.NotificationWorld.ANN;
import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.http.Charge;
import io.feedmill.api.http.Iso;
import io.feedmill.api.live.Badge.Counted;
import io.feedmill.api.live.Badge.Unseen;
import io.feedmill.api.notification.NotificationPages.NotificationResponse;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.notification.NotificationKey;
import io.feedmill.common.notification.NotificationStore.Position;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.publish.PostStore.ChangeResult;
import io.feedmill.common.storage.Page;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NotificationPagesTest {
    private static final Audience EVERYONE = Audience.everyone();

    private final NotificationWorld world = new NotificationWorld();
    private final Random random = new Random(5);

    private void change(Post post, Change change) {
        assertThat(world.stores.posts().change(post, change, JobId.create(world.tick(), random)))
                .isInstanceOf(ChangeResult.Accepted.class);
    }

    @Test
    void reactionsShowTheOwnPostAndItsExactCounts() {
        Post post = world.publish("ann", new Audience.Followers(), "x".repeat(5_000));
        world.react(post, "bob", "cid");
        NotificationResponse item = world.all().getFirst();
        assertThat(item.post()).isNotNull();
        assertThat(item.post().text()).isEqualTo("x".repeat(5_000));
        assertThat(item.counts()).isEqualTo(Map.of("like", 2L));
        assertThat(item.actors()).containsExactlyInAnyOrder("bob", "cid");
        assertThat(item.seen()).isFalse();
    }

    @Test
    void aServicesEventHasItsDataAndNeedsNoActor() {
        world.store.add(new NotificationKey(ANN, "invoice", "7"), null, "{\"n\":1}", world.tick());
        NotificationResponse item = world.all().getFirst();
        assertThat(item.data()).isEqualTo("{\"n\":1}");
        assertThat(item.actors()).isEmpty();
        assertThat(item.post()).isNull();
        assertThat(item.counts()).isNull();
    }

    /** The object of the service's is the post of a mention on the same page. */
    @Test
    void aServicesEventAboutAPostDoesNotShowIt() {
        Post post = world.mention("bob", EVERYONE);
        world.store.add(new NotificationKey(ANN, "invoice", post.id().value()), null, null, world.tick());
        assertThat(world.all()).extracting(item -> item.post() == null).containsExactly(true, false);
    }

    @Test
    void leavesOutMutedAndBlockedActorsButNotUnfollowedOnes() {
        Post post = world.publish("ann", EVERYONE, "hello");
        world.react(post, "muted", "blocked", "blocking", "unfollowed", "bob");
        world.add("poke", "muted");
        world.stores.follows().follow(new Follow(ANN, user("unfollowed")));
        world.stores.follows().unfollow(new Follow(ANN, user("unfollowed")));
        world.stores.readers().mute(ANN, user("muted"));
        world.stores.readers().block(ANN, user("blocked"));
        world.stores.readers().block(user("blocking"), ANN);
        assertThat(world.shown()).containsOnlyKeys("reaction " + post.id());
        assertThat(world.all().getFirst().actors()).containsExactlyInAnyOrder("unfollowed", "bob");
        world.stores.readers().unmute(ANN, user("muted"));
        assertThat(world.shown()).containsKey("poke 1");
    }

    /** So many that all of them are not read. */
    @Test
    void leavesOutOneOfManyBlockers() {
        IntStream.range(0, 501).forEach(i -> world.stores.readers().block(user("many-" + i), ANN));
        world.stores.readers().block(user("zed"), ANN);
        world.add("poke", "zed");
        world.add("wave", "bob");
        assertThat(world.shown()).containsOnlyKeys("wave 1");
    }

    @Test
    void leavesOutFollowersWhoLeftAndRequestsThatAreAnswered() {
        UserId bob = user("bob");
        world.stores.follows().follow(new Follow(bob, ANN));
        world.stores.follows().follow(new Follow(user("cid"), ANN));
        world.refresh(NotificationKey.FOLLOW, "", "bob", "cid");
        world.stores.follows().setAsks(ANN, true);
        world.stores.follows().follow(new Follow(user("dan"), ANN));
        world.refresh(NotificationKey.REQUEST, "", "dan");
        world.stores.follows().unfollow(new Follow(bob, ANN));
        assertThat(world.shown()).isEqualTo(Map.of("follow ", List.of("cid"), "request ", List.of("dan")));
        world.stores.follows().accept(new Follow(user("dan"), ANN));
        world.stores.follows().unfollow(new Follow(user("cid"), ANN));
        assertThat(world.shown()).isEmpty();
    }

    @Test
    void leavesOutMentionsThatAreGoneOrNotForTheUser() {
        Post stays = world.mention("bob", EVERYONE);
        Post retracted = world.mention("bob", EVERYONE);
        Post narrowed = world.mention("bob", EVERYONE);
        Post edited = world.mention("bob", EVERYONE);
        Post followers = world.mention("cid", new Audience.Followers());
        assertThat(world.shown()).hasSize(4).doesNotContainKey("mention " + followers.id());
        change(retracted, new Change.Retract(false));
        change(narrowed, new Change.Permissions(Audience.nobody(), Duration.ZERO, false));
        change(edited, new Change.Edit(Content.of("hello"), Duration.ZERO));
        world.stores.follows().follow(new Follow(ANN, user("cid")));
        assertThat(world.shown()).containsOnlyKeys("mention " + stays.id(), "mention " + followers.id());
    }

    @Test
    void leavesOutReactionsToPostsThatAreGoneOrAnothersOwn() {
        Post retracted = world.publish("ann", EVERYONE, "hello");
        Post others = world.mention("bob", EVERYONE);
        world.react(retracted, "bob");
        world.react(others, "cid");
        assertThat(world.shown()).containsOnlyKeys("reaction " + retracted.id(), "mention " + others.id());
        change(retracted, new Change.Retract(false));
        assertThat(world.shown()).containsOnlyKeys("mention " + others.id());
    }

    /** Of 21 actors a group lists 20. */
    @Test
    void withoutAListedActorAGroupStaysOnlyIfTheTruthHasAnotherOne() {
        Post post = world.publish("ann", EVERYONE, "hello");
        String[] actors = IntStream.range(0, 21)
                .mapToObj(i -> "actor-" + (char) ('a' + i))
                .toArray(String[]::new);
        world.react(post, actors);
        List.of(actors).forEach(actor -> world.stores.follows().follow(new Follow(user(actor), ANN)));
        world.refresh(NotificationKey.FOLLOW, "", actors);
        List<String> listed = world.shown().get("follow ");
        assertThat(listed).hasSize(20);
        List.of(actors).forEach(actor -> world.stores.readers().mute(ANN, user(actor)));
        assertThat(world.shown()).isEqualTo(Map.of("follow ", List.of(), "reaction " + post.id(), List.of()));
        List.of(actors).forEach(actor -> world.stores.follows().unfollow(new Follow(user(actor), ANN)));
        assertThat(world.shown()).containsOnlyKeys("reaction " + post.id());
    }

    @Test
    void anExpiredGroupIsAbsent() {
        world.add("poke", "bob");
        world.clock.advance(Duration.ofDays(91));
        assertThat(world.all()).isEmpty();
        assertThat(world.pages.unseen(ANN)).isEqualTo(new Unseen(0, false));
    }

    @Test
    void aWalkHasEachGroupOnceAndNewsAtItsFront() {
        IntStream.range(0, 9).forEach(i -> world.add("kind-" + i, i % 2 == 0 ? "hidden" : null));
        world.stores.readers().mute(ANN, user("hidden"));
        Page<NotificationResponse, Position> first = world.page(null, 2);
        assertThat(first.items()).extracting(NotificationResponse::kind).containsExactly("kind-7", "kind-5");
        world.add("kind-3", null);
        assertThat(world.page(first.next(), 2).items())
                .extracting(NotificationResponse::kind)
                .containsExactly("kind-1");
        assertThat(world.walk(1))
                .extracting(NotificationResponse::kind)
                .containsExactly("kind-3", "kind-7", "kind-5", "kind-1");
    }

    /** A page has room for 13 texts of 10,000 code points of four bytes. */
    @Test
    void aPageOfLongPostsEndsEarly() {
        for (int i = 0; i < 14; i++) {
            world.react(world.publish("ann", EVERYONE, "😀".repeat(10_000)), "bob");
            world.add("kind-" + i, null);
        }
        Page<NotificationResponse, Position> first = world.page(null, 100);
        assertThat(first.items()).hasSize(26);
        assertThat(world.page(first.next(), 100).items())
                .extracting(NotificationResponse::kind)
                .containsExactly("kind-0", "reaction");
    }

    @Test
    void eachTenPostsWhoseCountsAreReadAreOneMoreCall() throws Exception {
        IntStream.range(0, 25).forEach(i -> world.react(world.publish("ann", EVERYONE, "hello"), "bob"));
        AtomicInteger calls = new AtomicInteger();
        Charge.of(calls::addAndGet).wrap(() -> world.page(null, 25)).call();
        assertThat(calls).hasValue(2);
    }

    @Test
    void countsUpToAHundred() {
        IntStream.range(0, 250).forEach(i -> world.add("kind-" + i, i % 2 == 0 ? "hidden" : null));
        world.stores.readers().mute(ANN, user("hidden"));
        assertThat(world.pages.unseen(ANN)).isEqualTo(new Unseen(100, true));
        Page<NotificationResponse, Position> newest = world.page(null, 25);
        world.store.see(ANN, world.store.marks(ANN).newest() - 1);
        assertThat(world.pages.unseen(ANN)).isEqualTo(new Unseen(1, false));
        assertThat(newest.items()).extracting(NotificationResponse::seen).containsOnly(false);
    }

    @Test
    void countsAgainOnlyAfterNewsOrWhenAsked() {
        world.add("poke", "bob");
        Counted first = world.pages.count(ANN, null);
        world.stores.readers().mute(ANN, user("bob"));
        assertThat(world.pages.count(ANN, first)).isSameAs(first);
        assertThat(world.pages.count(ANN, null).number()).isEqualTo(new Unseen(0, false));
        world.add("wave", null);
        assertThat(world.pages.count(ANN, first).number()).isEqualTo(new Unseen(1, false));
    }

    /** After each step, also when more than a hundred are new. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theBadgeIsTheNumberOfItemsThatThePagesMarkAsUnseen(long seed) {
        Steps steps = new Steps(new Random(seed));
        IntStream.range(0, 98).forEach(i -> world.add("old-" + i, null));
        for (int i = 0; i < 200; i++) {
            steps.next();
            world.tick();
            List<NotificationResponse> all = world.walk(10 + steps.random.nextInt(90));
            long unseen = all.stream().filter(item -> !item.seen()).count();
            assertThat(world.pages.unseen(ANN)).isEqualTo(new Unseen((int) Math.min(unseen, 100), unseen > 100));
            steps.shown = all;
            steps.most = Math.max(steps.most, unseen);
        }
        assertThat(steps.most).isGreaterThan(100);
    }

    private final class Steps {
        private final Random random;
        private final List<Post> posts = new ArrayList<>();
        private List<NotificationResponse> shown = List.of();
        private long most;
        private int made;

        Steps(Random random) {
            this.random = random;
        }

        private String anybody() {
            return "user-" + random.nextInt(5);
        }

        void next() {
            String actor = anybody();
            switch (random.nextInt(15)) {
                case 0 -> world.stores.readers().mute(ANN, user(actor));
                case 1 -> world.stores.readers().unmute(ANN, user(actor));
                case 2 -> block(user(actor));
                case 3 -> {
                    world.stores.follows().follow(new Follow(user(actor), ANN));
                    world.refresh(NotificationKey.FOLLOW, "", actor);
                }
                case 4 -> world.stores.follows().unfollow(new Follow(user(actor), ANN));
                case 5 -> posts.add(world.publish("ann", EVERYONE, "hello"));
                case 6, 7 ->
                    posts.stream()
                            .skip(random.nextInt(1 + posts.size()))
                            .findFirst()
                            .ifPresent(post -> world.react(post, actor));
                case 8 -> posts.add(world.mention(actor, EVERYONE));
                case 9 ->
                    posts.stream()
                            .skip(random.nextInt(1 + posts.size()))
                            .findFirst()
                            .ifPresent(post -> world.stores.retract(post.author(), post.id()));
                case 10 -> see();
                default -> world.add("kind-" + made++, random.nextInt(3) == 0 ? actor : null);
            }
        }

        private void block(UserId other) {
            world.stores.readers().block(other, ANN);
            if (random.nextBoolean()) {
                world.stores.readers().unblock(other, ANN);
            }
        }

        /** Rarely, so that the number grows. */
        private void see() {
            if (random.nextInt(12) == 0) {
                shown.stream()
                        .skip(random.nextInt(10))
                        .findFirst()
                        .ifPresent(
                                item -> world.store.see(ANN, Iso.tick(item.at()).orElseThrow()));
            }
        }
    }
}
