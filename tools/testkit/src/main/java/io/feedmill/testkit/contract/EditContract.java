package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Cause;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.JobStore.JobUpdate;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.publish.PostStore.ChangeResult;
import io.feedmill.common.publish.PostStore.ChangeResult.RefusedChange;
import io.feedmill.common.publish.PostStore.Version;
import io.feedmill.common.publish.PostStore.VersionId;
import io.feedmill.testkit.HomeItem;
import io.feedmill.testkit.Race;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Edits, and the interval between changes of one post, see {@link io.feedmill.common.publish.PostStore#change}. */
public abstract class EditContract extends Contract {
    private static final Content EDITED = new Content("second", "{\"a\":1}");
    private static final Audience FOLLOWERS = new Audience.Followers();
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void anEditIsInTheDocumentAndInBothFeedsOfTheAuthor() {
        Post post = publish(post("first").with(FOLLOWERS));
        JobId job = change(post, edit(EDITED));
        Post edited = post.edited(EDITED);
        assertThat(edited.version()).isEqualTo(2);
        assertThat(stored(post)).isEqualTo(edited);
        FeedItem item = FeedItem.of(edited, Via.SELF);
        assertThat(truth(post)).isEqualTo(new Truth.Live(item, job, EDITED.mentions()));
        assertThat(home(post)).contains(HomeItem.of(item, author));
        assertThat(versions(post, 10)).containsExactly(new Version(1, Content.of("first")), new Version(2, EDITED));
        assertThat(stores.posts().version(post.id(), 1)).contains(new Version(1, Content.of("first")));
        assertThat(stores.posts().version(post.id(), 3)).isEmpty();
    }

    /** The second version is long, and has data that fits into no feed item. The third one is short again. */
    @Test
    void eachVersionIsReadWhole() {
        Post first = publish("first");
        Content large = new Content("x".repeat(2_000), "{\"a\":\"" + "y".repeat(2_000) + "\"}");
        change(first, edit(large));
        assertThat(item(first).cut()).isTrue();
        assertThat(item(first).data()).isNull();
        change(first.edited(large), edit("third"));
        assertThat(item(first).cut()).isFalse();
        assertThat(item(first).content()).isEqualTo(Content.of("third"));
        VersionId whole = new VersionId(first.id(), 2);
        assertThat(stores.posts().contents(List.of(whole))).isEqualTo(Map.of(whole, large));
    }

    private static Content mentioning(String text, String... users) {
        return new Content(text, null, new TreeSet<>(users(users)));
    }

    @Test
    void anEditKeepsNoMentionOfTheVersionBefore() {
        Post first = publish("first");
        Content second = mentioning("second", "bob", "cid");
        change(first, edit(second));
        assertThat(truth(first).mentions()).isEqualTo(second.mentions());
        assertThat(stored(first).content()).isEqualTo(second);
        assertThat(home(first))
                .hasValueSatisfying(item -> assertThat(item.content()).isEqualTo(Content.of("second")));
        change(first.edited(second), edit("third"));
        assertThat(truth(first).mentions()).isEmpty();
        assertThat(stored(first).content()).isEqualTo(Content.of("third"));
        assertThat(versions(first, 10))
                .containsExactly(
                        new Version(1, Content.of("first")),
                        new Version(2, second),
                        new Version(3, Content.of("third")));
    }

    /** Its job has no recipients. */
    @Test
    void anEditThatMentionsHasAJobAlsoIfNoHomeFeedShowsThePost() {
        Post post = publish("first");
        clock.advance(Duration.ofDays(30));
        JobId job = change(post, edit(mentioning("second", "bob")));
        assertThat(job(job).mode()).isEqualTo(Mode.ON_READ);
        assertThat(job(job).mentions()).isTrue();
        assertThat(outboxOf(job)).hasSize(1);
        assertThat(truth(post).change()).isEqualTo(job);
        assertThat(stored(post).mode()).isEqualTo(Mode.PUSH);
        assertThat(home(post)).isEmpty();
    }

    @Test
    void anEditHasAJobThatIsListed() {
        Post post = publish("first");
        JobId first = change(post, edit(EDITED));
        JobId second = change(post, permit(FOLLOWERS));
        assertThat(job(first).cause()).isEqualTo(Cause.EDIT);
        assertThat(job(first).post()).isEqualTo(post.id());
        assertThat(job(first).state()).isEqualTo(JobState.ACCEPTED);
        assertThat(outboxOf(first)).hasSize(1);
        assertThat(jobs(post.id(), null, 10)).containsExactly(JobId.of(post.id()), first, second);
        assertThat(jobs(post.id(), JobId.of(post.id()), 1)).containsExactly(first);
        assertThat(jobs(post.id(), first, 10)).containsExactly(second);
        assertThat(jobs(newId(), null, 10)).isEmpty();
    }

    private List<JobId> jobs(PostId post, @Nullable JobId after, int limit) {
        return stores.jobs().jobs(post, after, limit).items().stream()
                .map(Job::id)
                .toList();
    }

    @Test
    void ofTwoEditsOfOneVersionOneIsStored() {
        Post post = publish("first");
        List<ChangeResult> results = Race.of(6, () -> stores.posts().change(post, edit(EDITED), newRacingJobId()));
        assertThat(results)
                .filteredOn(result -> result != RefusedChange.STALE)
                .hasSize(1)
                .hasOnlyElementsOfType(ChangeResult.Accepted.class);
        assertThat(stored(post)).isEqualTo(post.edited(EDITED));
        assertThat(jobs(post.id(), null, 10)).hasSize(2);
    }

    private synchronized JobId newRacingJobId() {
        return newJobId();
    }

    @Test
    void editsHaveAnIntervalToo() {
        Post post = publish("first");
        Change edit = new Change.Edit(EDITED, SECOND);
        change(post, edit);
        JobId second = newJobId();
        assertThat(stores.posts().change(post.edited(EDITED), edit, second)).isEqualTo(RefusedChange.TOO_SOON);
        assertThat(stored(post)).isEqualTo(post.edited(EDITED));
        assertThat(stores.jobs().find(second)).isEmpty();
    }

    /** Changes the post's permissions, unless they have changed in the second before the job. */
    private ChangeResult permitEachSecond(Post post, Audience audience, JobId job) {
        return stores.posts().change(post, new Change.Permissions(audience, SECOND, false), job);
    }

    /** Returns a job of any process, this number of nanoseconds after the backend's time. */
    private JobId jobAt(long nanos) {
        return JobId.create(Ticks.ofInstant(clock.instant()) + nanos, new Random());
    }

    /** A clock that is behind makes no difference. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 999_999_999, -1, -999_999_999})
    void aSecondChangeWithinTheIntervalWritesNothing(long nanos) {
        Post post = publish("hello");
        JobId first = jobAt(0);
        JobId second = jobAt(nanos);
        assertThat(permitEachSecond(post, FOLLOWERS, first)).isInstanceOf(ChangeResult.Accepted.class);
        assertThat(permitEachSecond(stored(post), Audience.everyone(), second)).isEqualTo(RefusedChange.TOO_SOON);
        assertThat(stored(post).audience()).isEqualTo(FOLLOWERS);
        assertThat(item(post).audience()).isEqualTo(FOLLOWERS);
        assertThat(lastChange(post)).isEqualTo(first);
        assertThat(stores.jobs().find(second)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000_000_000, 60_000_000_000L, -1_000_000_000})
    void aChangeAfterTheIntervalIsPermitted(long nanos) {
        Post post = publish("hello");
        JobId second = jobAt(nanos);
        permitEachSecond(post, FOLLOWERS, jobAt(0));
        assertThat(permitEachSecond(stored(post), Audience.everyone(), second))
                .isInstanceOf(ChangeResult.Accepted.class);
        assertThat(lastChange(post)).isEqualTo(second);
    }

    @Test
    void eachPostHasAnIntervalOfItsOwn() {
        for (Post post : List.of(publish("hello"), publish("other"))) {
            assertThat(permitEachSecond(post, FOLLOWERS, jobAt(0))).isInstanceOf(ChangeResult.Accepted.class);
        }
    }

    @Test
    void aRetractedPostIsGoneWithinTheIntervalToo() {
        Post post = publish("hello");
        permitEachSecond(post, FOLLOWERS, jobAt(0));
        retract(post);
        assertThat(permitEachSecond(post.with(FOLLOWERS), Audience.everyone(), jobAt(1)))
                .isEqualTo(RefusedChange.RETRACTED);
    }

    @Test
    void oneOfConcurrentChangesIsPermitted() {
        Post post = publish("hello");
        List<ChangeResult> results = Race.of(8, () -> permitEachSecond(post, FOLLOWERS, jobAt(0)));
        assertThat(results).filteredOn(ChangeResult.Accepted.class::isInstance).hasSize(1);
        assertThat(results).contains(RefusedChange.TOO_SOON);
    }

    @Test
    void aPostThatNoHomeFeedShowsIsChangedWithoutAJob() {
        Post post = publish("first");
        clock.advance(Duration.ofDays(30));
        List<JobId> jobs = Stream.generate(this::newJobId).limit(2).toList();
        assertThat(stores.posts().change(post, edit(EDITED), jobs.getFirst())).isEqualTo(new ChangeResult.Stored());
        assertThat(truth(post))
                .isEqualTo(new Truth.Live(FeedItem.of(post.edited(EDITED), Via.SELF), null, EDITED.mentions()));
        assertThat(home(post)).isEmpty();
        assertThat(stores.posts().change(post.edited(EDITED), permit(FOLLOWERS), jobs.getLast()))
                .isEqualTo(new ChangeResult.Stored());
        assertThat(jobs).allSatisfy(job -> assertThat(stores.jobs().find(job)).isEmpty());
        assertThat(stores.recalls().all(1_000).rows())
                .noneMatch(recall -> recall.post().equals(post.id()));
    }

    @Test
    void aSupersededJobIsCompleteWithoutRecipients() {
        JobId first = change(publish("first"), edit(EDITED));
        JobId second = newJobId();
        Job job = job(first);
        assertThat(stores.jobs().supersede(job, second)).isInstanceOf(JobUpdate.Won.class);
        assertThat(job(first).state()).isEqualTo(JobState.COMPLETE);
        assertThat(job(first).counts()).isEqualTo(Job.Counts.ZERO);
        assertThat(job(first).supersededBy()).isEqualTo(second);
        assertThat(outboxOf(first)).isEmpty();
        assertThat(stores.jobs().supersede(job, second)).isInstanceOf(JobUpdate.Lost.class);
        assertThat(close(job, 1, Skipped.NONE)).isInstanceOf(JobUpdate.Lost.class);
    }

    @Test
    void aJobThatHasBegunIsNotSuperseded() {
        JobId first = change(publish("first"), edit(EDITED));
        stores.jobs()
                .advance(
                        first,
                        new Job.Slice(1, users("a").getFirst(), users("b").getFirst(), 2));
        assertThat(stores.jobs().supersede(job(first), newJobId())).isInstanceOf(JobUpdate.Lost.class);
        assertThat(job(first).state()).isEqualTo(JobState.PLANNING);
    }
}
