package io.feedmill.testkit.contract;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.fanout.Skipped.Reason;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Page;
import io.feedmill.testkit.Race;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of {@link CounterStore}. */
public abstract class CounterStoreContract extends Contract {
    private final CounterStore counters = stores.counters();
    private final PostId post = idAt(clock.instant());

    private Job accepted() {
        return job(JobId.of(publish("hello").id()));
    }

    @Test
    void completedJobsAddUp() {
        close(accepted(), 3, Skipped.by(Reason.NOT_FOLLOWING, 1));
        close(accepted(), 0, Skipped.by(Reason.NOT_FOLLOWING, 2));
        assertThat(counters.author(author)).isEqualTo(new AuthorCounters(2, 3));
    }

    @Test
    void aPostHasTheDeliveriesOfItsJob() {
        Job job = accepted();
        assertThat(counters.post(job.post())).isEqualTo(PostCounters.ZERO);
        close(job, 3, Skipped.by(Reason.NOT_FOLLOWING, 1));
        close(job, 3, Skipped.by(Reason.NOT_FOLLOWING, 1));
        assertThat(counters.post(job.post())).isEqualTo(new PostCounters(0, 3, Collections.emptySortedMap()));
    }

    @Test
    void anAuthorWhoseIdIsAPrefixIsAnother() {
        close(accepted(), 3, Skipped.by(Reason.NOT_FOLLOWING, 1));
        assertThat(counters.author(user(author + "0"))).isEqualTo(new AuthorCounters(0, 0));
        assertThat(counters.author(
                        new UserId(author.value().substring(0, author.value().length() - 1))))
                .isEqualTo(new AuthorCounters(0, 0));
    }

    private ReactionKey reaction(String kind, String user) {
        return new ReactionKey(post, kind, user(user));
    }

    private Map<String, Long> counts() {
        return counters.post(post).reactions();
    }

    @Test
    void theReactionsOfPostsAreReadTogether() {
        PostId other = idAt(clock.instant());
        PostId none = idAt(clock.instant());
        counters.add(reaction("like", "bob"));
        counters.add(reaction("like", "cid"));
        counters.add(reaction("love", "cid"));
        counters.add(new ReactionKey(other, "sad", user("bob")));
        counters.add(new ReactionKey(none, "sad", user("bob")));
        counters.remove(new ReactionKey(none, "sad", user("bob")));
        assertThat(counters.reactions(List.of(post, none, other)))
                .isEqualTo(Map.of(post, counts(), other, Map.of("sad", 1L)));
        assertThat(counts()).isEqualTo(Map.of("like", 2L, "love", 1L));
        assertThat(counters.reactions(List.of())).isEmpty();
    }

    @Test
    void aReactionCountsOnceIsRemovedOnceAndMayBeAddedAgain() {
        assertThat(counters.remove(reaction("like", "bob"))).isFalse();
        assertThat(counters.post(post)).isEqualTo(PostCounters.ZERO);
        for (int times = 0; times < 2; times++) {
            assertThat(counters.add(reaction("like", "bob"))).isTrue();
            assertThat(counters.add(reaction("like", "bob"))).isFalse();
            assertThat(counts()).containsExactly(Map.entry("like", 1L));
            assertThat(counters.remove(reaction("like", "bob"))).isTrue();
            assertThat(counters.remove(reaction("like", "bob"))).isFalse();
            assertThat(counts()).isEmpty();
        }
    }

    @Test
    void aUserHasOneReactionOfEachKind() {
        counters.add(reaction("like", "bob"));
        counters.add(reaction("thumbs-up", "bob"));
        counters.add(reaction("like", "cid"));
        assertThat(counts()).containsExactly(Map.entry("like", 2L), Map.entry("thumbs-up", 1L));
        assertThat(counters.post(newId())).isEqualTo(PostCounters.ZERO);
        counters.remove(reaction("like", "bob"));
        assertThat(counts()).containsExactly(Map.entry("like", 1L), Map.entry("thumbs-up", 1L));
    }

    @Test
    void reactionsOfManyUsersAddUp() {
        Race.of(IntStream.range(0, 24)
                .<Callable<Boolean>>mapToObj(i -> () -> counters.add(reaction("like", "user" + i)))
                .toList());
        assertThat(counts()).containsExactly(Map.entry("like", 24L));
    }

    /** What reactions of a user are to the posts of a page, whatever others lie before, between and after. */
    @Test
    void thePostsOfAPageHaveTheKindsOfTheirReactions() {
        List<PostId> posts = Stream.generate(this::newId).limit(9).toList();
        UserId bob = freshUser("bob");
        posts.forEach(each -> counters.add(new ReactionKey(each, "like", bob)));
        counters.add(new ReactionKey(posts.get(3), "angry", bob));
        counters.add(new ReactionKey(posts.get(5), "sad", freshUser("cid")));
        counters.remove(new ReactionKey(posts.get(5), "like", bob));
        assertThat(counters.reactions(bob, List.of(posts.get(7), posts.get(3), posts.get(5))))
                .isEqualTo(Map.of(posts.get(3), Set.of("angry", "like"), posts.get(7), Set.of("like")));
        assertThat(counters.reactions(bob, List.of())).isEmpty();
        assertThat(counters.reactions(freshUser("dan"), posts)).isEmpty();
    }

    /** A Query has 200 rows: the next one begins at the first post of the page that it has not reached, also if its end was in the middle of a post. */
    @ParameterizedTest
    @ValueSource(ints = {197, 198, 401})
    void manyReactionsBetweenThePostsOfAPageArePassedOver(int between) {
        UserId bob = freshUser("bob");
        PostId first = newId();
        Stream.generate(this::newId).limit(between).forEach(other -> counters.add(new ReactionKey(other, "like", bob)));
        PostId last = newId();
        Stream.of(first, last).forEach(each -> {
            counters.add(new ReactionKey(each, "angry", bob));
            counters.add(new ReactionKey(each, "sad", bob));
        });
        assertThat(counters.reactions(bob, List.of(last, newId(), first)))
                .isEqualTo(Map.of(first, Set.of("angry", "sad"), last, Set.of("angry", "sad")));
    }

    @Test
    void theNewestReactionsAreThoseUpToAPost() {
        List<PostId> posts = Stream.generate(this::newId).limit(50).toList();
        UserId bob = freshUser("bob");
        posts.forEach(each -> counters.add(new ReactionKey(each, "like", bob)));
        counters.add(new ReactionKey(posts.get(5), "angry", bob));
        Page<ReactionKey, PostId> newest = counters.newestReactions(bob, null);
        assertThat(newest.items().stream().map(ReactionKey::post))
                .isEqualTo(posts.reversed().subList(0, 40));
        assertThat(newest.next()).isEqualTo(posts.get(10));
        Page<ReactionKey, PostId> older = counters.newestReactions(bob, posts.get(5));
        assertThat(older.items().getFirst()).isEqualTo(new ReactionKey(posts.get(5), "like", bob));
        assertThat(older.items()).hasSize(7);
        assertThat(older.next()).isNull();
    }

    /** Those of these reactions that exist, with the tick of their addition. */
    private Map<ReactionKey, Long> existing(Collection<ReactionKey> reactions) {
        Stream<Attributes> keys = reactions.stream()
                .distinct()
                .map(reaction -> Attributes.key(reaction.user().value(), reaction.sortKey()));
        return counters.dynamo().getAll(Table.of("reactions"), keys).stream()
                .collect(Collectors.toMap(
                        row -> ReactionKey.of(new UserId(row.pk()), row.sk()), row -> row.number("at")));
    }

    private long at(ReactionKey reaction) {
        return Objects.requireNonNull(existing(List.of(reaction)).get(reaction));
    }

    @Test
    void aReactionHasTheTickOfItsAdditionUntilItIsRemoved() {
        ReactionKey like = reaction("like", "bob");
        ReactionKey sad = reaction("sad", "bob");
        counters.add(like);
        long first = at(like);
        clock.advance(Duration.ofSeconds(1));
        counters.add(like);
        assertThat(at(like)).isEqualTo(first);
        counters.add(sad);
        assertThat(at(sad)).isGreaterThan(first);
        assertThat(existing(List.of(sad, like, reaction("like", "cid"), sad))).containsOnlyKeys(like, sad);
        counters.remove(like);
        counters.add(like);
        assertThat(at(like)).isGreaterThan(at(sad));
        counters.remove(sad);
        assertThat(existing(List.of(like, sad))).containsOnlyKeys(like);
    }

    @Test
    void whoReactedHasTheTickOfTheNewestReactionOfAnyKind() {
        Set<UserId> all = Set.copyOf(users("bob", "cid", "dan"));
        counters.add(reaction("sad", "bob"));
        counters.add(reaction("angry", "bob"));
        counters.add(reaction("like", "cid"));
        counters.add(new ReactionKey(newId(), "like", user("dan")));
        assertThat(counters.reacted(post, all))
                .isEqualTo(Map.of(user("bob"), at(reaction("angry", "bob")), user("cid"), at(reaction("like", "cid"))));
        counters.remove(reaction("angry", "bob"));
        counters.remove(reaction("like", "cid"));
        assertThat(counters.reacted(post, all)).isEqualTo(Map.of(user("bob"), at(reaction("sad", "bob"))));
    }

    @Test
    void theCountsOfAPostAreThoseOfItsLastRecount() {
        counters.add(reaction("like", "bob"));
        counters.add(reaction("sad", "bob"));
        assertThat(counters.counts(List.of(post))).isEmpty();
        stores.views().count(post, author, users("bob", "cid"));
        counters.recount(post);
        PostCounters before = new PostCounters(2, 0, new TreeMap<>(Map.of("like", 1L, "sad", 1L)));
        assertThat(counters.counts(List.of(post, newId()))).isEqualTo(Map.of(post, before));
        counters.remove(reaction("sad", "bob"));
        assertThat(counters.counts(List.of(post))).isEqualTo(Map.of(post, before));
        counters.recount(post);
        assertThat(counters.counts(List.of(post)))
                .isEqualTo(Map.of(post, new PostCounters(2, 0, new TreeMap<>(Map.of("like", 1L)))));
        assertThat(counters.post(post)).isEqualTo(counters.counts(List.of(post)).get(post));
    }

    /** Each recounts after its addition, as the collectors do. */
    @Test
    void concurrentRecountsEndExact() {
        Race.of(IntStream.range(0, 24)
                .<Callable<Boolean>>mapToObj(i -> () -> {
                    boolean added = counters.add(reaction("like", "user" + i));
                    counters.recount(post);
                    return added;
                })
                .toList());
        assertThat(counters.counts(List.of(post)).get(post)).isEqualTo(counters.post(post));
        assertThat(counts()).containsExactly(Map.entry("like", 24L));
    }
}
