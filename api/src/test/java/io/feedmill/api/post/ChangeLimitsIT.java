package io.feedmill.api.post;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.testkit.MemoryStores;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What limits the changes of a post: the open job of the last one, and the number of versions. */
@ApiTest
record ChangeLimitsIT(Http http, MemoryStores stores) {
    private static final int BIG = 10_001;
    private static final Duration A_WHILE = Duration.ofSeconds(5);

    private Post publish(Audience audience, int recipients) {
        String id = http.publish("lim", "first");
        Post post = find(id);
        plan(JobId.of(post.id()), recipients);
        return audience.isEveryone()
                ? post
                : changed(post, new Change.Permissions(audience, Duration.ZERO, false), A_WHILE, 1);
    }

    private Post find(String id) {
        return stores.posts().find(PostId.parse(id)).orElseThrow();
    }

    private void plan(JobId job, int recipients) {
        for (int number = 1, left = recipients; left > 0; number++) {
            Slice slice = new Slice(number, new UserId("a"), new UserId("z"), Math.min(left, Slice.MAX_SIZE));
            stores.jobs().putSlice(job, slice);
            stores.jobs().advance(job, slice);
            left -= slice.size();
        }
    }

    /** The post after a change of this age, whose job has so many recipients by now. */
    private Post changed(Post post, Change change, Duration age, int recipients) {
        JobId job = JobId.create(Ticks.ofInstant(Instant.now().minus(age)), new Random());
        stores.posts().change(post, change, job);
        if (recipients > 0) {
            plan(job, recipients);
        }
        return find(post.id().value());
    }

    private Post edited(Post post, Duration age, int recipients) {
        return changed(post, new Change.Edit(Content.of("second"), Duration.ZERO), age, recipients);
    }

    private void complete(Post post) {
        JobId id = Objects.requireNonNull(
                stores.feeds().truth(post.author(), post.id()).change());
        int left = (int) stores.jobs().find(id).orElseThrow().counts().expected();
        int slices = Math.ceilDiv(left, Slice.MAX_SIZE);
        stores.jobs().endPlanning(id, slices);
        for (int number = 1; number <= slices; number++) {
            int size = Math.min(left, Slice.MAX_SIZE);
            stores.jobs().finish(id, number, size, Skipped.NONE);
            left -= size;
        }
        stores.jobs().close(stores.jobs().find(id).orElseThrow());
    }

    private Answer edit(Post post) {
        return http.put("/v1/posts/" + post.id() + "?viewer=" + post.author(), "*", "{\"text\":\"next\"}");
    }

    private Answer permit(Post post, String permissions) {
        return http.put(
                "/v1/posts/" + post.id() + "/permissions?viewer=" + post.author(),
                "{\"permissions\":" + permissions + "}");
    }

    @Test
    void aBigPostIsNotEditedWhileTheJobOfItsLastChangeIsOpen() {
        Post post = edited(publish(Audience.everyone(), BIG), A_WHILE, 0);
        double before = http.refused("too-many-changes");
        Answer refused = edit(post);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.problem()).isEqualTo("too-many-changes");
        assertThat(refused.header("Retry-After")).isEqualTo("30");
        await().atMost(A_WHILE).until(() -> http.refused("too-many-changes") == before + 1); // counted after the answer
        assertThat(find(post.id().value()).version()).isEqualTo(2);
    }

    @Test
    void theRecipientsOfTheOpenJobCountToo() {
        assertThat(edit(edited(publish(Audience.everyone(), 1), A_WHILE, BIG)).status())
                .isEqualTo(429);
    }

    @Test
    void aPostWith10000RecipientsIsEdited() {
        assertThat(edit(edited(publish(Audience.everyone(), BIG - 1), A_WHILE, BIG - 1))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aBigPostIsEditedOnceTheJobIsComplete() {
        Post post = edited(publish(Audience.everyone(), BIG), A_WHILE, BIG);
        complete(post);
        assertThat(edit(post).status()).isEqualTo(200);
    }

    @Test
    void aBigPostIsEditedTenMinutesLater() {
        Post post = publish(Audience.everyone(), BIG);
        assertThat(edit(edited(post, Duration.ofMinutes(10).plusSeconds(1), BIG))
                        .status())
                .isEqualTo(200);
        Post other = publish(Audience.everyone(), BIG);
        assertThat(edit(edited(other, Duration.ofMinutes(9).plusSeconds(50), BIG))
                        .header("Retry-After"))
                .isBetween("1", "9");
    }

    @Test
    void theFirstChangeOfABigPostWaitsForNothing() {
        assertThat(edit(publish(Audience.everyone(), BIG)).status()).isEqualTo(200);
    }

    /** The post itself shows no sign of these changes. */
    @Test
    void aPostThatIsForEveryoneAgainWasChanged() {
        Post narrowed = publish(new Audience.Followers(), BIG);
        Post post = changed(
                narrowed, new Change.Permissions(Audience.everyone(), Duration.ZERO, false), Duration.ofSeconds(3), 1);
        assertThat(edit(post).status()).isEqualTo(429);
        complete(post);
        assertThat(edit(post).status()).isEqualTo(200);
    }

    private Post publishForAnn() {
        return publish(new Audience.Users(new TreeSet<>(List.of(new UserId("ann")))), BIG);
    }

    /** A list that admits a new user needs a job for all recipients: else two of them in turn need one each second. */
    @Test
    void aChangeOfABigPostThatAdmitsAnybodyNewWaits() {
        for (String wider : List.of("\"public\"", "\"followers\"", "[\"ann\",\"bob\"]", "[\"bob\"]")) {
            assertThat(permit(publishForAnn(), wider).status()).as(wider).isEqualTo(429);
        }
        assertThat(permit(publish(new Audience.Followers(), BIG), "\"public\"").status())
                .isEqualTo(429);
        assertThat(permit(publish(new Audience.Users(new TreeSet<>()), BIG), "\"followers\"")
                        .status())
                .isEqualTo(429);
    }

    @Test
    void aNarrowingOrARetractionOfABigPostDoesNotWait() {
        assertThat(permit(publishForAnn(), "[]").status()).isEqualTo(204);
        assertThat(permit(publish(new Audience.Followers(), BIG), "[\"bob\"]").status())
                .isEqualTo(204);
        Post edited = edited(publish(Audience.everyone(), BIG), A_WHILE, BIG);
        assertThat(permit(edited, "\"followers\"").status()).isEqualTo(204);
        assertThat(http.delete("/v1/posts/" + edited.id()).status()).isEqualTo(204);
    }

    @Test
    void aPostHasUpTo1000Versions() {
        Post post = publish(Audience.everyone(), 1);
        for (int version = 1; version < 999; version++) {
            post = edited(post, Duration.ofDays(1).minusSeconds(version), 0);
        }
        assertThat(edit(post).header("ETag")).isEqualTo("\"1000\"");
        Answer refused = edit(post);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.problem()).isEqualTo("too-many-versions");
        await().atMost(A_WHILE).until(() -> http.refused("too-many-versions") > 0);
        assertThat(permit(post, "[]").status()).isIn(204, 429);
    }
}
