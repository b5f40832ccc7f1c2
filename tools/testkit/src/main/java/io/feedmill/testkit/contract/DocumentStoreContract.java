package io.feedmill.testkit.contract;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.Post.PostHead;
import io.feedmill.common.publish.Change;
import io.feedmill.common.publish.PostStore.ChangeResult;
import io.feedmill.common.publish.PostStore.ChangeResult.RefusedChange;
import io.feedmill.common.publish.PostStore.Document;
import io.feedmill.common.publish.PostStore.PublishResult;
import io.feedmill.common.publish.PostStore.Version;
import io.feedmill.common.storage.Page;
import io.feedmill.testkit.Race;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of {@link io.feedmill.common.publish.PostStore}: documents and their changes. */
public abstract class DocumentStoreContract extends Contract {

    static List<Audience> audiences() {
        return List.of(
                Audience.everyone(),
                new Audience.Followers(),
                new Audience.Users(new TreeSet<>()),
                new Audience.Users(new TreeSet<>(users("bob", "cleo"))));
    }

    private Post post(Audience audience) {
        return new Post(newId(), author, Content.of("hello"), 1, null, audience, Mode.PUSH);
    }

    private Audience truth(Post post) {
        return ((Truth.Live) stores.feeds().truth(author, post.id())).item().audience();
    }

    private Audience home(Post post) {
        ItemKey key = new ItemKey(FeedName.home(author), post.id());
        Map<ItemKey, FeedItem> items = stores.feeds().items(List.of(key), Consistency.STRONG);
        return Objects.requireNonNull(items.get(key)).audience();
    }

    @ParameterizedTest
    @MethodSource("audiences")
    void aPostHasTheAudienceOfItsRequest(Audience audience) {
        Post post = publish(post(audience), "key");
        assertThat(stores.posts().find(post.id())).contains(post);
        assertThat(stores.posts().find(post.id()).map(Post::head)).contains(post.head());
        assertThat(truth(post)).isEqualTo(audience);
        assertThat(home(post)).isEqualTo(Audience.everyone());
    }

    @Test
    void theSameTextForAnotherAudienceIsAnotherRequest() {
        for (Audience audience : audiences()) {
            String key = "key " + audience;
            Post post = publish(post(audience), key);
            for (Audience other : audiences()) {
                assertThat(stores.posts().publish(post(other), key))
                        .isEqualTo(
                                other.equals(audience)
                                        ? new PublishResult.Replayed(post)
                                        : new PublishResult.KeyReused());
            }
        }
    }

    @Test
    void permissionsChangeInThePostAndInTheAuthorFeed() {
        Post post = publish("hello");
        for (Audience from : audiences()) {
            for (Audience to : audiences()) {
                permit(stored(post), from);
                permit(stored(post), to);
                assertThat(stores.posts().find(post.id()).map(Post::audience)).contains(to);
                assertThat(stores.posts().find(post.id()).map(Post::head).map(PostHead::audience))
                        .contains(to);
                assertThat(truth(post)).isEqualTo(to);
            }
        }
    }

    private Post stored(Post post) {
        return stores.posts().find(post.id()).orElseThrow();
    }

    private ChangeResult permit(Post read, Audience audience) {
        return stores.posts().change(read, new Change.Permissions(audience, Duration.ZERO, false), newJobId());
    }

    static List<Change> changesOfOneVersion() {
        return List.of(
                new Change.Edit(Content.of("bye"), Duration.ZERO),
                new Change.Permissions(new Audience.Followers(), Duration.ZERO, true),
                new Change.Permissions(Audience.nobody(), Duration.ZERO, true),
                new Change.Retract(true));
    }

    @ParameterizedTest
    @MethodSource("changesOfOneVersion")
    void aChangeOfOneVersionChangesNoLaterOne(Change change) {
        Post post = publish(post(Audience.everyone()), "key");
        edit(post);
        JobId job = newJobId();
        assertThat(stores.posts().change(post, change, job)).isEqualTo(RefusedChange.STALE);
        assertThat(stores.posts().find(post.id()).map(Post::version)).contains(2L);
        assertThat(stored(post).audience()).isEqualTo(truth(post)).isEqualTo(Audience.everyone());
        assertThat(stores.jobs().find(job)).isEmpty();
        assertThat(stores.posts().change(stored(post), change, job)).isInstanceOf(ChangeResult.Accepted.class);
    }

    @ParameterizedTest
    @MethodSource("changesOfOneVersion")
    void ofAnEditAndAnotherChangeOfOneVersionOneIsStoredOrTheChangeComesFirst(Change change) {
        Post post = publish(post(Audience.everyone()), "key");
        Change edit = new Change.Edit(Content.of("first"), Duration.ZERO);
        List<ChangeResult> results = Race.of(List.of(
                () -> stores.posts().change(post, edit, newJobId()),
                () -> stores.posts().change(post, change, newJobId())));
        boolean edited = results.getFirst() instanceof ChangeResult.Accepted;
        boolean permitted = change instanceof Change.Permissions && results.getLast() instanceof ChangeResult.Accepted;
        assertThat(results).hasAtLeastOneElementOfType(ChangeResult.Accepted.class);
        assertThat(edited && !permitted ? results.getLast() : RefusedChange.STALE)
                .isEqualTo(RefusedChange.STALE);
    }

    @Test
    void metadataOfOneVersionAreOfNoLaterOne() {
        Post post = publish("hello");
        edit(post);
        assertThat(stores.posts().putMetadata(post, Map.of("a", "b"), true)).isFalse();
        assertThat(stores.posts().document(post.id()).orElseThrow().metadata()).isEmpty();
        assertThat(stores.posts().putMetadata(stored(post), Map.of("a", "b"), true))
                .isTrue();
        assertThat(stores.posts().putMetadata(post, Map.of("c", "d"), false)).isTrue();
        retract(post.edited(Content.of("version 2")));
        assertThat(stores.posts().putMetadata(post.edited(Content.of("version 2")), Map.of(), true))
                .isFalse();
    }

    private void edit(Post read) {
        Change edit = new Change.Edit(Content.of("version " + (read.version() + 1)), Duration.ZERO);
        assertThat(stores.posts().change(read, edit, newJobId())).isInstanceOf(ChangeResult.Accepted.class);
    }

    private long readableFrom(Post post) {
        return stores.posts().document(post.id()).orElseThrow().readableFrom();
    }

    @Test
    void versionsAreReadableFromTheLastChangeOfPermissionsThatAdmittedAnybodyNew() {
        Post post = publish("draft");
        assertThat(readableFrom(post)).isEqualTo(1);
        permit(post, Audience.nobody());
        edit(stored(post));
        assertThat(readableFrom(post)).isEqualTo(1);
        permit(stored(post), Audience.nobody());
        assertThat(readableFrom(post)).isEqualTo(1);
        permit(stored(post), new Audience.Followers());
        assertThat(readableFrom(post)).isEqualTo(2);
        edit(stored(post));
        permit(stored(post), Audience.everyone());
        assertThat(readableFrom(post)).isEqualTo(3);
        edit(stored(post));
        assertThat(readableFrom(post)).isEqualTo(3);
    }

    /** Two API instances: to the one that read the post first, the list is a narrowing. */
    @Test
    void aNarrowingIsRefusedIfThePermissionsChangedSinceThePostWasRead() {
        for (Audience between : audiences().subList(1, 4)) {
            Post read = publish("hello");
            permit(read, between);
            edit(stored(read));
            Audience list = new Audience.Users(new TreeSet<>(users("bob", "dan")));
            assertThat(permit(read, list)).as(between.toString()).isEqualTo(RefusedChange.TOO_SOON);
            assertThat(stored(read).audience()).isEqualTo(between);
            assertThat(readableFrom(read)).isEqualTo(1);
        }
    }

    /** A widening stores the version of its commit, not that which its caller has read. */
    @Test
    void aWideningHidesAnEditThatCameBetween() {
        Post read = publish(post(Audience.nobody()), "key");
        edit(read);
        assertThat(permit(read, Audience.everyone())).isInstanceOf(ChangeResult.Accepted.class);
        assertThat(readableFrom(read)).isEqualTo(2);
    }

    @Test
    void theAuthorFeedNamesAChangeAndItsJobIsOpen() {
        Post post = publish("hello");
        assertThat(change(post)).isNull();
        JobId first = newJobId();
        JobId second = newJobId();
        stores.posts().change(post, new Change.Permissions(new Audience.Followers(), Duration.ZERO, false), first);
        assertThat(change(post)).isEqualTo(first);
        stores.posts().change(stored(post), new Change.Permissions(Audience.everyone(), Duration.ZERO, false), second);
        assertThat(change(post)).isEqualTo(second);
        for (JobId id : List.of(first, second)) {
            Job job = stores.jobs().find(id).orElseThrow();
            assertThat(job.post()).isEqualTo(post.id());
            assertThat(job.author()).isEqualTo(author);
            assertThat(job.state()).isEqualTo(JobState.ACCEPTED);
            assertThat(job.publishes()).isFalse();
            assertThat(stores.outbox().holds(job.work())).isTrue();
        }
    }

    /** Returns the post id with the same value: counters and ledger must not contain it. */
    private static PostId asPost(JobId job) {
        return new PostId(job.tick(), job.suffix());
    }

    private @Nullable JobId change(Post post) {
        return stores.feeds().truth(author, post.id()) instanceof Truth.Live live ? live.change() : null;
    }

    /** The first job is delivered inline, the second one by slices. */
    @Test
    void theJobOfAChangeClosesWithoutCounting() {
        Post post = publish("hello");
        JobId first = newJobId();
        JobId second = newJobId();
        stores.posts().change(post, new Change.Permissions(new Audience.Followers(), Duration.ZERO, false), first);
        stores.posts().change(stored(post), new Change.Permissions(Audience.everyone(), Duration.ZERO, false), second);
        stores.jobs().closeInlineDelivery(stores.jobs().find(first).orElseThrow(), 2, Skipped.notFollowing(1));
        stores.jobs().advance(second, new Slice(1, user("a"), user("c"), 3));
        stores.jobs().endPlanning(second, 1);
        stores.jobs()
                .close(stores.jobs()
                        .finish(second, 1, 2, Skipped.notFollowing(1))
                        .job());
        for (JobId id : List.of(first, second)) {
            Job job = stores.jobs().find(id).orElseThrow();
            assertThat(job.state()).isEqualTo(JobState.COMPLETE);
            assertThat(job.counts()).isEqualTo(new Job.Counts(3, 2, 1));
            assertThat(job.post()).isEqualTo(post.id());
            assertThat(stores.outbox().holds(job.work())).isFalse();
        }
        assertThat(stores.counters().author(author)).isEqualTo(new AuthorCounters(0, 0));
        assertThat(stores.counters().post(post.id())).isEqualTo(PostCounters.ZERO);
        assertThat(stores.counters().post(asPost(first))).isEqualTo(PostCounters.ZERO);
        assertThat(ledgerOf(asPost(first), clock.instant())).isEmpty();
        assertThat(ledgerOf(asPost(second), clock.instant())).isEmpty();
        assertThat(stores.jobs().find(JobId.of(post.id())).orElseThrow().state())
                .isEqualTo(JobState.ACCEPTED);
    }

    @Test
    void permissionsOfADeletedPostCannotChange() {
        Post post = publish("hello");
        retract(post);
        assertThat(stores.posts()
                        .change(
                                post,
                                new Change.Permissions(new Audience.Followers(), Duration.ZERO, false),
                                newJobId()))
                .isEqualTo(RefusedChange.RETRACTED);
        Post never = new Post(newId(), author, Content.of("hello"), 1, null, Audience.everyone(), Mode.PUSH);
        assertThat(stores.posts()
                        .change(never, new Change.Permissions(Audience.everyone(), Duration.ZERO, false), newJobId()))
                .isEqualTo(RefusedChange.RETRACTED);
        assertThat(stores.posts().find(never.id())).isEmpty();
        JobId job = newJobId();
        stores.posts().change(never, new Change.Permissions(Audience.everyone(), Duration.ZERO, false), job);
        assertThat(stores.jobs().find(job)).isEmpty();
    }

    @Test
    void metadataIsReplacedAndThePostStays() {
        Post post = publish("hello");
        Map<String, String> metadata = Map.of("lang", "en", "#:héllo 😀", "");
        assertThat(stores.posts().document(post.id())).contains(new Document(post, new TreeMap<>(), 1));
        assertThat(stores.posts().putMetadata(post, metadata, false)).isTrue();
        assertThat(stores.posts().document(post.id())).contains(new Document(post, new TreeMap<>(metadata), 1));
        assertThat(stores.posts().putMetadata(post, Map.of(), false)).isTrue();
        assertThat(stores.posts().document(post.id())).contains(new Document(post, new TreeMap<>(), 1));
    }

    @Test
    void anAbsentPostTakesNoMetadata() {
        Post post = new Post(newId(), author, Content.of("hello"), 1, null, Audience.everyone(), Mode.PUSH);
        assertThat(stores.posts().putMetadata(post, Map.of("a", "b"), false)).isFalse();
        assertThat(stores.posts().document(post.id())).isEmpty();
    }

    @Test
    void aNewPostHasOneVersion() {
        Post post = publish(post(new Audience.Followers()), "key");
        assertThat(stores.posts().versions(post.id(), null, 10))
                .isEqualTo(new Page<>(List.of(new Version(1, Content.of("hello"))), null));
        assertThat(stores.posts().versions(newId(), null, 10)).isEqualTo(new Page<>(List.of(), null));
    }

    /** Example 3 of the article: metadata, permissions, two versions, and v_0, which equals the last version. */
    @Test
    void theArticlesDocumentQueriesFindItsParts() {
        Audience users = new Audience.Users(new TreeSet<>(users("am", "bob")));
        Post first = publish(post(users), "key");
        Map<String, String> metadata = Map.of("type", "doc", "created", "2018-08-29");
        assertThat(stores.posts().putMetadata(first, metadata, false)).isTrue();
        Post second = first.edited(Content.of("hello again"));
        stores.posts().change(first, new Change.Edit(second.content(), Duration.ZERO), newJobId());
        assertThat(stores.posts().document(first.id())).contains(new Document(second, new TreeMap<>(metadata), 1));
        assertThat(stores.posts().find(first.id()).map(Post::head)).contains(second.head());
        assertThat(history(first, 10))
                .containsExactly(new Version(1, Content.of("hello")), new Version(2, Content.of("hello again")));
        assertThat(history(first, 1)).isEqualTo(history(first, 10));
    }

    /** Returns all versions, read page by page. */
    private List<Version> history(Post post, int limit) {
        List<Version> found = new ArrayList<>();
        Long after = null;
        do {
            Page<Version, Long> page = stores.posts().versions(post.id(), after, limit);
            found.addAll(page.items());
            after = page.next();
        } while (after != null);
        return found;
    }
}
