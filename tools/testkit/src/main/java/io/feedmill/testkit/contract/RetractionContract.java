package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Cause;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.publish.PostStore.ChangeResult.RefusedChange;
import io.feedmill.common.publish.PostStore.Origin;
import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.recall.ChangeNotice;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.recall.Recall.Kind;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.SuspendSafeClock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Retractions and recalls, see {@link io.feedmill.common.publish.PostStore} and {@link io.feedmill.common.recall.RecallStore}. */
public abstract class RetractionContract extends Contract {
    private static final Audience FOLLOWERS = new Audience.Followers();
    private static final Place PLACE = new Place("Utopia", "North", "Amaurot");
    private static final Change RETRACT = new Change.Retract(false);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private Post placed() {
        return publish(new Post(newId(), author, Content.of("hello"), 1, PLACE, FOLLOWERS, Mode.PUSH));
    }

    private Optional<Recall> row(Post post) {
        return stores.recalls().all(1_000).rows().stream()
                .filter(recall -> recall.post().equals(post.id()))
                .findFirst();
    }

    private @Nullable Kind recall(Post post) {
        return row(post)
                .filter(recall -> !recall.isOver(clock.instant()))
                .map(Recall::kind)
                .orElse(null);
    }

    private List<ChangeNotice> notices(Post post) {
        return stores.recalls().notices().rows().stream()
                .filter(notice -> notice instanceof ChangeNotice.OfPost of
                        && of.recall().post().equals(post.id()))
                .toList();
    }

    /** The job of a change has an id of the same form. */
    @Test
    void publishedPostsHaveAnOriginAlsoWhenTheyAreRetracted() {
        Post gone = placed();
        JobId job = retract(gone);
        Post placed = placed();
        Post other = publish("hello");
        PostId change = PostId.parse(job.value());
        List<PostId> asked = List.of(other.id(), newId(), placed.id(), change, gone.id());
        assertThat(stores.posts().origins(asked))
                .containsExactly(
                        Map.entry(other.id(), new Origin(author, null)),
                        Map.entry(placed.id(), new Origin(author, PLACE)),
                        Map.entry(gone.id(), new Origin(author, PLACE)));
        assertThat(stores.posts().origins(List.of(change))).isEmpty();
        assertThat(stores.posts().origins(List.of())).isEmpty();
    }

    @Test
    void aRetractedPostIsGoneFromDocumentAndFeedsOfItsAuthor() {
        Post post = placed();
        JobId job = retract(post);
        assertThat(stores.posts().find(post.id())).isEmpty();
        assertThat(stores.posts().document(post.id())).isEmpty();
        assertThat(stores.posts().author(post.id())).contains(author);
        assertThat(truth(post)).isEqualTo(new Truth.Gone(job));
        for (FeedName feed : List.of(FeedName.author(author), FeedName.home(author))) {
            assertThat(page(feed, 10)).isEmpty();
            assertThat(stores.feeds().items(List.of(new ItemKey(feed, post.id())), Consistency.STRONG))
                    .isEmpty();
        }
        assertThat(job(job).cause()).isEqualTo(Cause.RETRACTION);
        assertThat(outboxOf(job)).hasSize(1);
        assertThat(ledgerOf(post.id(), clock.instant()))
                .contains(new LedgerEntry.Retracted(post.id(), author, clock.instant()));
    }

    /** An audit ends the recall that it has found, not that of a later change. */
    @Test
    void aRecallEndsOnlyAfterTheLastChange() {
        Post post = placed();
        retract(post);
        stores.recalls().end(author, post.id(), null);
        stores.recalls().end(author, post.id(), newJobId());
        assertThat(row(post)).get().extracting(Recall::end).isNull();
        stores.recalls().end(author, post.id(), truth(post).change());
        assertThat(row(post)).get().extracting(Recall::end).isNotNull();
    }

    @Test
    void noChangeFollowsARetraction() {
        Post post = placed();
        JobId retraction = retract(post);
        for (Change change : List.of(RETRACT, edit("again"), permit(Audience.everyone()))) {
            JobId job = newJobId();
            assertThat(stores.posts().change(post, change, job)).isEqualTo(RefusedChange.RETRACTED);
            assertThat(stores.jobs().find(job)).isEmpty();
        }
        assertThat(stores.posts().putMetadata(post, Map.of("a", "b"), false)).isFalse();
        assertThat(truth(post)).isEqualTo(new Truth.Gone(retraction));
        assertThat(recall(post)).isEqualTo(Kind.RETRACTED);
    }

    @Test
    void aPostThatNeverExistedCannotBeChanged() {
        Post never = post("hello");
        for (Change change : List.of(RETRACT, edit("again"), permit(FOLLOWERS))) {
            JobId job = newJobId();
            assertThat(stores.posts().change(never, change, job)).isEqualTo(RefusedChange.RETRACTED);
            assertThat(stores.jobs().find(job)).isEmpty();
        }
        assertThat(stores.posts().putMetadata(never, Map.of("a", "b"), false)).isFalse();
        assertThat(stores.posts().document(never.id())).isEmpty();
        assertThat(stores.posts().find(never.id())).isEmpty();
        assertThat(stores.posts().author(never.id())).isEmpty();
        assertThat(recall(never)).isNull();
    }

    @Test
    void anOldPostIsRetractedWithAJobToo() {
        Post post = publish("hello");
        clock.advance(Duration.ofDays(31));
        retract(post);
        assertThat(page(FeedName.author(author), 10)).isEmpty();
    }

    @Test
    void erasureLeavesTheBareMetadata() {
        Post post = placed();
        stores.posts().putMetadata(post, Map.of("a", "b"), false);
        change(post, edit("again"));
        retract(post.edited(Content.of("again")));
        assertThat(places(post)).hasSize(1);
        for (int times = 0; times < 2; times++) {
            assertThat(stores.posts().erase(post.id(), Deadline.in(MINUTE, SuspendSafeClock.system())))
                    .isTrue();
            assertThat(stores.posts().versions(post.id(), null, 10).items()).isEmpty();
            assertThat(stores.posts().version(post.id(), 1)).isEmpty();
            assertThat(places(post)).isEmpty();
            assertThat(stores.posts().author(post.id())).contains(author);
        }
    }

    @Test
    void anErasureWithoutTimeIsContinuedByTheNext() {
        Post post = placed();
        retract(post);
        assertThat(stores.posts().erase(post.id(), Deadline.in(Duration.ZERO, SuspendSafeClock.system())))
                .isFalse();
        assertThat(stores.posts().versions(post.id(), null, 10).items()).isNotEmpty();
        assertThat(stores.posts().erase(post.id(), Deadline.in(MINUTE, SuspendSafeClock.system())))
                .isTrue();
        assertThat(stores.posts().versions(post.id(), null, 10).items()).isEmpty();
    }

    @Test
    void aPostThatIsNotRetractedIsNotErased() {
        Post post = placed();
        assertThat(stores.posts().erase(post.id(), Deadline.in(MINUTE, SuspendSafeClock.system())))
                .isTrue();
        assertThat(stores.posts().find(post.id())).contains(post);
        assertThat(stores.posts().author(post.id())).contains(author);
        assertThat(places(post)).hasSize(1);
    }

    private List<?> places(Post post) {
        return stores.places().posts(PLACE, null, 1_000).items().stream()
                .filter(placed -> placed.post().equals(post.id()))
                .toList();
    }

    @Test
    void whatTakesAPostFromReadersIsRecalled() {
        Post post = publish("hello");
        assertThat(recall(post)).isNull();
        change(post, edit("again"));
        change(post, permit(Audience.everyone()));
        assertThat(recall(post)).isNull();
        change(post, permit(FOLLOWERS));
        assertThat(recall(post)).isEqualTo(Kind.NARROWED);
        retract(post);
        assertThat(recall(post)).isEqualTo(Kind.RETRACTED);
    }

    /** H6 of the model. */
    @Test
    void theJobOfTheLastChangeEndsTheRecall() {
        Post post = publish("hello");
        JobId narrowing = change(post, permit(FOLLOWERS));
        JobId edit = change(post, edit("again"));
        close(job(JobId.of(post.id())), 1, Skipped.NONE);
        close(job(narrowing), 1, Skipped.NONE);
        clock.advance(Duration.ofHours(1));
        assertThat(recall(post)).isEqualTo(Kind.NARROWED);
        assertThat(stores.recalls().open()).contains(post.id());
        close(job(edit), 1, Skipped.NONE);
        assertThat(stores.recalls().open()).doesNotContain(post.id());
        clock.advance(HandlerLife.LAST_WRITE.minusSeconds(1));
        assertThat(recall(post)).isEqualTo(Kind.NARROWED);
        clock.advance(Duration.ofSeconds(2));
        assertThat(recall(post)).isNull();
        assertThat(outboxOf(narrowing)).isEmpty();
        assertThat(outboxOf(edit)).isEmpty();
    }

    @Test
    void eachChangeThatTakesAPostFromReadersHasANoticeOfItsOwn() {
        Post post = publish("hello");
        change(post, edit("again"));
        assertThat(notices(post)).isEmpty();
        JobId first = change(post, permit(FOLLOWERS));
        JobId second = change(post.with(FOLLOWERS), permit(FOLLOWERS));
        JobId retraction = retract(post);
        ChangeNotice one = new ChangeNotice.OfPost(new Recall(post.id(), Kind.NARROWED), first);
        ChangeNotice two = new ChangeNotice.OfPost(new Recall(post.id(), Kind.NARROWED), second);
        ChangeNotice three = new ChangeNotice.OfPost(new Recall(post.id(), Kind.RETRACTED), retraction);
        assertThat(notices(post)).containsExactlyInAnyOrder(one, two, three);
        stores.recalls().delete(List.of(one, three));
        assertThat(notices(post)).containsExactly(two);
        stores.recalls().delete(List.of());
        assertThat(recall(post)).isEqualTo(Kind.RETRACTED);
    }

    @Test
    void theEndHasANotice() {
        Post post = publish("hello");
        JobId narrowing = change(post, permit(FOLLOWERS));
        close(job(narrowing), 1, Skipped.NONE);
        Recall.RecallEnd end = row(post).orElseThrow().end();
        assertThat(stores.recalls().notices().rows())
                .contains(new ChangeNotice.OfPost(new Recall(post.id(), Kind.NARROWED, end), narrowing));
    }

    @Test
    void onlyTheEndedRecallThatWasReadIsDeleted() {
        Post post = publish("hello");
        close(job(change(post, permit(FOLLOWERS))), 1, Skipped.NONE);
        Recall ended = row(post).orElseThrow();
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        assertThat(ended.end()).isEqualTo(new Recall.RecallEnd(now, HandlerLife.LAST_WRITE));
        JobId second = change(post.with(FOLLOWERS), permit(FOLLOWERS));
        stores.recalls().delete(ended);
        assertThat(row(post)).contains(new Recall(post.id(), Kind.NARROWED));
        clock.advance(Duration.ofSeconds(1));
        close(job(second), 1, Skipped.NONE);
        stores.recalls().delete(ended);
        Recall again = row(post).orElseThrow();
        assertThat(again).isNotEqualTo(ended);
        stores.recalls().delete(again);
        stores.recalls().delete(again);
        assertThat(row(post)).isEmpty();
    }

    @Test
    void aSupersededJobEndsNoRecall() {
        Post post = publish("hello");
        JobId narrowing = change(post, permit(FOLLOWERS));
        JobId edit = change(post, edit("again"));
        stores.jobs().supersede(job(narrowing), edit);
        clock.advance(Duration.ofHours(1));
        assertThat(recall(post)).isEqualTo(Kind.NARROWED);
    }

    @Test
    void aFurtherNarrowingTakesTheEndBack() {
        Post post = publish("hello");
        close(job(change(post, permit(FOLLOWERS))), 1, Skipped.NONE);
        JobId second = change(post.with(FOLLOWERS), permit(FOLLOWERS));
        clock.advance(Duration.ofHours(1));
        assertThat(recall(post)).isEqualTo(Kind.NARROWED);
        stores.jobs()
                .advance(
                        second,
                        new Job.Slice(1, users("a").getFirst(), users("b").getFirst(), 2));
        stores.jobs().endPlanning(second, 1);
        stores.jobs().close(stores.jobs().finish(second, 1, 2, Skipped.NONE).job());
        clock.advance(Duration.ofHours(1));
        assertThat(recall(post)).isNull();
    }
}
