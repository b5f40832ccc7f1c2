package io.feedmill.testkit.contract;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.fanout.Skipped.Reason;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.Post.PostHead;
import io.feedmill.common.publish.Change;
import io.feedmill.common.publish.PostStore.ChangeResult.RefusedChange;
import io.feedmill.common.publish.PostStore.Document;
import io.feedmill.common.publish.PostStore.PublishResult;
import io.feedmill.common.publish.PostStore.Version;
import io.feedmill.common.storage.Page;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of {@link io.feedmill.common.publish.PostStore}: documents and their changes. */
public abstract class DocumentStoreContract extends Contract {
    private static final Audience FOLLOWERS = new Audience.Followers();

    static List<Audience> audiences() {
        return List.of(
                Audience.everyone(),
                FOLLOWERS,
                new Audience.Users(new TreeSet<>()),
                new Audience.Users(new TreeSet<>(users("bob", "cleo"))));
    }

    private Post post(Audience audience) {
        return post("hello").with(audience);
    }

    private Audience audience(Post post) {
        return item(post).audience();
    }

    private Document document(Post post) {
        return stores.posts().document(post.id()).orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("audiences")
    void aPostHasTheAudienceOfItsRequest(Audience audience) {
        Post post = publish(post(audience), "key");
        assertThat(stores.posts().find(post.id())).contains(post);
        assertThat(stores.posts().find(post.id()).map(Post::head)).contains(post.head());
        assertThat(audience(post)).isEqualTo(audience);
        assertThat(home(post).map(FeedItem::audience)).contains(Audience.everyone());
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
                change(stored(post), permit(from));
                change(stored(post), permit(to));
                assertThat(stored(post).audience()).isEqualTo(to);
                assertThat(stores.posts().find(post.id()).map(Post::head).map(PostHead::audience))
                        .contains(to);
                assertThat(audience(post)).isEqualTo(to);
            }
        }
    }

    static List<Change> changesOfOneVersion() {
        return List.of(
                edit("bye"),
                new Change.Permissions(FOLLOWERS, Duration.ZERO, true),
                new Change.Permissions(Audience.nobody(), Duration.ZERO, true),
                new Change.Retract(true));
    }

    @ParameterizedTest
    @MethodSource("changesOfOneVersion")
    void aChangeOfOneVersionChangesNoLaterOne(Change change) {
        Post post = publish("hello");
        change(post, edit("later"));
        JobId job = newJobId();
        assertThat(stores.posts().change(post, change, job)).isEqualTo(RefusedChange.STALE);
        assertThat(stored(post).version()).isEqualTo(2);
        assertThat(stored(post).audience()).isEqualTo(audience(post)).isEqualTo(Audience.everyone());
        assertThat(stores.jobs().find(job)).isEmpty();
        change(stored(post), change);
    }

    @Test
    void metadataOfOneVersionAreOfNoLaterOne() {
        Post post = publish("hello");
        change(post, edit("version 2"));
        assertThat(stores.posts().putMetadata(post, Map.of("a", "b"), true)).isFalse();
        assertThat(document(post).metadata()).isEmpty();
        assertThat(stores.posts().putMetadata(stored(post), Map.of("a", "b"), true))
                .isTrue();
        assertThat(stores.posts().putMetadata(post, Map.of("c", "d"), false)).isTrue();
        Post second = stored(post);
        retract(second);
        assertThat(stores.posts().putMetadata(second, Map.of(), true)).isFalse();
    }

    private long readableFrom(Post post) {
        return document(post).readableFrom();
    }

    @Test
    void versionsAreReadableFromTheLastChangeOfPermissionsThatAdmittedAnybodyNew() {
        Post post = publish("draft");
        assertThat(readableFrom(post)).isEqualTo(1);
        change(post, permit(Audience.nobody()));
        change(stored(post), edit("2"));
        assertThat(readableFrom(post)).isEqualTo(1);
        change(stored(post), permit(Audience.nobody()));
        assertThat(readableFrom(post)).isEqualTo(1);
        change(stored(post), permit(FOLLOWERS));
        assertThat(readableFrom(post)).isEqualTo(2);
        change(stored(post), edit("3"));
        change(stored(post), permit(Audience.everyone()));
        assertThat(readableFrom(post)).isEqualTo(3);
        change(stored(post), edit("4"));
        assertThat(readableFrom(post)).isEqualTo(3);
    }

    /** Two API instances: to the one that read the post first, the list is a narrowing. */
    @Test
    void aNarrowingIsRefusedIfThePermissionsChangedSinceThePostWasRead() {
        for (Audience between : audiences().subList(1, 4)) {
            Post read = publish("hello");
            change(read, permit(between));
            change(stored(read), edit("again"));
            Audience list = new Audience.Users(new TreeSet<>(users("bob", "dan")));
            assertThat(stores.posts().change(read, permit(list), newJobId()))
                    .as(between.toString())
                    .isEqualTo(RefusedChange.TOO_SOON);
            assertThat(stored(read).audience()).isEqualTo(between);
            assertThat(readableFrom(read)).isEqualTo(1);
        }
    }

    /** A widening stores the version of its commit, not that which its caller has read. */
    @Test
    void aWideningHidesAnEditThatCameBetween() {
        Post read = publish(post(Audience.nobody()));
        change(read, edit("again"));
        change(read, permit(Audience.everyone()));
        assertThat(readableFrom(read)).isEqualTo(2);
    }

    @Test
    void theAuthorFeedNamesAChangeAndItsJobIsOpen() {
        Post post = publish("hello");
        assertThat(lastChange(post)).isNull();
        JobId first = change(post, permit(FOLLOWERS));
        assertThat(lastChange(post)).isEqualTo(first);
        JobId second = change(stored(post), permit(Audience.everyone()));
        assertThat(lastChange(post)).isEqualTo(second);
        for (JobId id : List.of(first, second)) {
            Job job = job(id);
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

    /** The first job is delivered inline, the second one by slices. */
    @Test
    void theJobOfAChangeClosesWithoutCounting() {
        Post post = publish("hello");
        JobId first = change(post, permit(FOLLOWERS));
        JobId second = change(stored(post), permit(Audience.everyone()));
        close(job(first), 2, Skipped.by(Reason.NOT_FOLLOWING, 1));
        stores.jobs().advance(second, new Slice(1, user("a"), user("c"), 3));
        stores.jobs().endPlanning(second, 1);
        stores.jobs()
                .close(stores.jobs()
                        .finish(second, 1, 2, Skipped.by(Reason.NOT_FOLLOWING, 1))
                        .job());
        for (JobId id : List.of(first, second)) {
            Job job = job(id);
            assertThat(job.state()).isEqualTo(JobState.COMPLETE);
            assertThat(job.counts()).isEqualTo(new Job.Counts(3, 2, 1));
            assertThat(job.post()).isEqualTo(post.id());
            assertThat(stores.outbox().holds(job.work())).isFalse();
            assertThat(ledgerOf(asPost(id), clock.instant())).isEmpty();
        }
        assertThat(stores.counters().author(author)).isEqualTo(new AuthorCounters(0, 0));
        assertThat(stores.counters().post(post.id())).isEqualTo(PostCounters.ZERO);
        assertThat(stores.counters().post(asPost(first))).isEqualTo(PostCounters.ZERO);
        assertThat(job(JobId.of(post.id())).state()).isEqualTo(JobState.ACCEPTED);
    }

    @Test
    void metadataIsReplacedAndThePostStays() {
        Post post = publish("hello");
        assertThat(document(post)).isEqualTo(new Document(post, new TreeMap<>(), 1));
        for (Map<String, String> metadata : List.of(Map.of("lang", "en", "#:héllo 😀", ""), Map.<String, String>of())) {
            assertThat(stores.posts().putMetadata(post, metadata, false)).isTrue();
            assertThat(document(post)).isEqualTo(new Document(post, new TreeMap<>(metadata), 1));
        }
    }

    @Test
    void aNewPostHasOneVersion() {
        Post post = publish(post(FOLLOWERS), "key");
        assertThat(stores.posts().versions(post.id(), null, 10))
                .isEqualTo(new Page<>(List.of(new Version(1, Content.of("hello"))), null));
        assertThat(stores.posts().versions(newId(), null, 10)).isEqualTo(new Page<>(List.of(), null));
    }

    /** Example 3 of the article: metadata, permissions, two versions, and v_0, which equals the last version. */
    @Test
    void theArticlesDocumentQueriesFindItsParts() {
        Post first = publish(post(new Audience.Users(new TreeSet<>(users("am", "bob")))), "key");
        Map<String, String> metadata = Map.of("type", "doc", "created", "2018-08-29");
        assertThat(stores.posts().putMetadata(first, metadata, false)).isTrue();
        Post second = first.edited(Content.of("hello again"));
        change(first, edit(second.content()));
        assertThat(document(first)).isEqualTo(new Document(second, new TreeMap<>(metadata), 1));
        assertThat(stored(first).head()).isEqualTo(second.head());
        assertThat(versions(first, 10))
                .isEqualTo(versions(first, 1))
                .containsExactly(new Version(1, Content.of("hello")), new Version(2, Content.of("hello again")));
    }
}
