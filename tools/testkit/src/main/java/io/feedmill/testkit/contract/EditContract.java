package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Cause;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.JobStore.JobUpdate;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.publish.PostStore.ChangeResult;
import io.feedmill.common.publish.PostStore.ChangeResult.RefusedChange;
import io.feedmill.common.publish.PostStore.PublishResult;
import io.feedmill.common.publish.PostStore.Version;
import io.feedmill.common.publish.PostStore.VersionId;
import io.feedmill.common.storage.Page;
import io.feedmill.testkit.HomeItem;
import io.feedmill.testkit.Race;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Edits, see {@link io.feedmill.common.publish.PostStore#change}. */
public abstract class EditContract extends Contract {
    private static final Content SECOND = new Content("second", "{\"a\":1}");

    private ChangeResult edit(Post post, Content content, JobId job) {
        return stores.posts().change(post, new Change.Edit(content, Duration.ZERO), job);
    }

    private Truth truth(Post post) {
        return stores.feeds().truth(author, post.id());
    }

    private Map<ItemKey, FeedItem> home(Post post) {
        return stores.feeds().items(List.of(new ItemKey(FeedName.home(author), post.id())), Consistency.STRONG);
    }

    @Test
    void anEditIsInTheDocumentAndInBothFeedsOfTheAuthor() {
        Post post = publish(
                new Post(newId(), author, Content.of("first"), 1, null, new Audience.Followers(), Mode.PUSH), null);
        JobId job = newJobId();
        assertThat(edit(post, SECOND, job)).isInstanceOf(ChangeResult.Accepted.class);
        Post edited = post.edited(SECOND);
        assertThat(edited.version()).isEqualTo(2);
        assertThat(stores.posts().find(post.id())).contains(edited);
        FeedItem item = FeedItem.of(edited, Via.SELF);
        assertThat(truth(post)).isEqualTo(new Truth.Live(item, job));
        assertThat(home(post)).containsValue(HomeItem.of(item, author));
        assertThat(stores.posts().versions(post.id(), null, 10).items())
                .containsExactly(new Version(1, Content.of("first")), new Version(2, SECOND));
        assertThat(stores.posts().version(post.id(), 1)).contains(new Version(1, Content.of("first")));
        assertThat(stores.posts().version(post.id(), 3)).isEmpty();
    }

    /** The second version is long, and has data that fits into no feed item. The third one is short again. */
    @Test
    void eachVersionIsReadWhole() {
        Post first = publish("first");
        Content large = new Content("x".repeat(2_000), "{\"a\":\"" + "y".repeat(2_000) + "\"}");
        edit(first, large, newJobId());
        Post second = first.edited(large);
        assertThat(truth(first)).isInstanceOfSatisfying(Truth.Live.class, live -> {
            assertThat(live.item().cut()).isTrue();
            assertThat(live.item().data()).isNull();
        });
        edit(second, Content.of("third"), newJobId());
        assertThat(truth(first)).isInstanceOfSatisfying(Truth.Live.class, live -> {
            assertThat(live.item().cut()).isFalse();
            assertThat(live.item().content()).isEqualTo(Content.of("third"));
        });
        VersionId whole = new VersionId(first.id(), 2);
        assertThat(stores.posts().contents(List.of(whole))).isEqualTo(Map.of(whole, large));
    }

    /** A page is read by two calls, and an edit may come between them. */
    @Test
    void aWalkOfVersionsBesideEditsHasEachVersionOnce() {
        Post post = publish("1");
        Race.of(List.of(() -> editTimes(post, 40), () -> walks(post, 1), () -> walks(post, 7), () -> walks(post, 100)));
    }

    private Post editTimes(Post post, int times) {
        Post newest = post;
        for (int i = 0; i < times; i++) {
            Content next = Content.of(String.valueOf(newest.version() + 1));
            assertThat(edit(newest, next, newJobId())).isInstanceOf(ChangeResult.Accepted.class);
            newest = newest.edited(next);
        }
        return newest;
    }

    private long walks(Post post, int limit) {
        long found = 0;
        while (found < 41) {
            List<Version> walk = walk(post, limit);
            assertThat(walk).hasSizeGreaterThanOrEqualTo((int) found);
            for (Version version : walk) {
                long number = walk.indexOf(version) + 1L;
                assertThat(version).isEqualTo(new Version(number, Content.of(String.valueOf(number))));
                assertThat(stores.posts().version(post.id(), number)).contains(version);
            }
            found = walk.size();
        }
        return found;
    }

    private List<Version> walk(Post post, int limit) {
        List<Version> found = new ArrayList<>();
        Long after = null;
        do {
            Page<Version, Long> page = stores.posts().versions(post.id(), after, limit);
            assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
            found.addAll(page.items());
            after = page.next();
        } while (after != null);
        return found;
    }

    @Test
    void anEditHasAJobThatIsListed() {
        Post post = publish("first");
        JobId first = newJobId();
        JobId second = newJobId();
        edit(post, SECOND, first);
        stores.posts().change(post, new Change.Permissions(new Audience.Followers(), Duration.ZERO, false), second);
        Job job = stores.jobs().find(first).orElseThrow();
        assertThat(job.cause()).isEqualTo(Cause.EDIT);
        assertThat(job.post()).isEqualTo(post.id());
        assertThat(job.state()).isEqualTo(JobState.ACCEPTED);
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
        List<ChangeResult> results = Race.of(6, () -> edit(post, SECOND, newRacingJobId()));
        assertThat(results)
                .filteredOn(result -> result != RefusedChange.STALE)
                .hasSize(1)
                .hasOnlyElementsOfType(ChangeResult.Accepted.class);
        assertThat(stores.posts().find(post.id())).contains(post.edited(SECOND));
        assertThat(jobs(post.id(), null, 10)).hasSize(2);
    }

    private synchronized JobId newRacingJobId() {
        return newJobId();
    }

    @Test
    void anEditAndAChangeOfPermissionsKeepEachOther() {
        Post post = publish("first");
        Audience followers = new Audience.Followers();
        JobId job = newRacingJobId();
        JobId other = newRacingJobId();
        Race.of(List.of(
                () -> edit(post, SECOND, job),
                () -> stores.posts().change(post, new Change.Permissions(followers, Duration.ZERO, false), other)));
        assertThat(stores.posts().find(post.id())).contains(post.edited(SECOND).with(followers));
        assertThat(truth(post)).isInstanceOfSatisfying(Truth.Live.class, live -> {
            assertThat(live.item()).isEqualTo(FeedItem.of(post.edited(SECOND).with(followers), Via.SELF));
            assertThat(live.change()).isIn(job, other);
        });
    }

    @Test
    void editsHaveAnIntervalToo() {
        Post post = publish("first");
        Change edit = new Change.Edit(SECOND, Duration.ofSeconds(1));
        assertThat(stores.posts().change(post, edit, newJobId())).isInstanceOf(ChangeResult.Accepted.class);
        JobId second = newJobId();
        assertThat(stores.posts().change(post.edited(SECOND), edit, second)).isEqualTo(RefusedChange.TOO_SOON);
        assertThat(stores.posts().find(post.id())).contains(post.edited(SECOND));
        assertThat(stores.jobs().find(second)).isEmpty();
    }

    @Test
    void aPostThatNoHomeFeedShowsIsEditedWithoutAJob() {
        Post post = publish("first");
        clock.advance(Duration.ofDays(30));
        JobId job = newJobId();
        assertThat(edit(post, SECOND, job)).isEqualTo(new ChangeResult.Stored());
        assertThat(truth(post)).isEqualTo(new Truth.Live(FeedItem.of(post.edited(SECOND), Via.SELF), null));
        assertThat(home(post)).isEmpty();
        assertThat(stores.jobs().find(job)).isEmpty();
        assertThat(stores.posts()
                        .change(
                                post.edited(SECOND),
                                new Change.Permissions(new Audience.Followers(), Duration.ZERO, false),
                                job))
                .isEqualTo(new ChangeResult.Stored());
        assertThat(stores.recalls().all(1_000).rows())
                .noneMatch(recall -> recall.post().equals(post.id()));
    }

    @Test
    void aSupersededJobIsCompleteWithoutRecipients() {
        Post post = publish("first");
        JobId first = newJobId();
        JobId second = newJobId();
        edit(post, SECOND, first);
        Job job = stores.jobs().find(first).orElseThrow();
        assertThat(stores.jobs().supersede(job, second)).isInstanceOf(JobUpdate.Won.class);
        Job closed = stores.jobs().find(first).orElseThrow();
        assertThat(closed.state()).isEqualTo(JobState.COMPLETE);
        assertThat(closed.counts()).isEqualTo(Job.Counts.ZERO);
        assertThat(closed.supersededBy()).isEqualTo(second);
        assertThat(outboxOf(first)).isEmpty();
        assertThat(stores.jobs().supersede(job, second)).isInstanceOf(JobUpdate.Lost.class);
        assertThat(stores.jobs().closeInlineDelivery(job, 1, Skipped.NONE)).isInstanceOf(JobUpdate.Lost.class);
    }

    @Test
    void aJobThatHasBegunIsNotSuperseded() {
        Post post = publish("first");
        JobId first = newJobId();
        edit(post, SECOND, first);
        stores.jobs()
                .advance(
                        first,
                        new Job.Slice(1, users("a").getFirst(), users("b").getFirst(), 2));
        Job job = stores.jobs().find(first).orElseThrow();
        assertThat(stores.jobs().supersede(job, newJobId())).isInstanceOf(JobUpdate.Lost.class);
        assertThat(stores.jobs().find(first).orElseThrow().state()).isEqualTo(JobState.PLANNING);
    }

    @Test
    void theSameTextWithOtherDataIsAnotherRequest() {
        Post first = publish(post(SECOND), "key");
        assertThat(stores.posts().publish(post(SECOND), "key")).isEqualTo(new PublishResult.Replayed(first));
        for (Content other : List.of(Content.of("second"), new Content("second", "{\"a\":2}"))) {
            assertThat(stores.posts().publish(post(other), "key")).isEqualTo(new PublishResult.KeyReused());
        }
    }

    private Post post(Content content) {
        return new Post(newId(), author, content, 1, null, Audience.everyone(), Mode.PUSH);
    }
}
