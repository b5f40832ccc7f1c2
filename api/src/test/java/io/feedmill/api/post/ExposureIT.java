package io.feedmill.api.post;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.security.Scope;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.testkit.MemoryStores;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What readers see of a post beside what it says now, and what only its author and administrators see. */
@ApiTest
class ExposureIT {
    private final Http http;
    private final MemoryStores stores;
    private final Random random = new Random(1);
    private long changes;

    ExposureIT(Http http, MemoryStores stores) {
        this.http = http;
        this.stores = stores;
    }

    private Stream<Http> all() {
        return Stream.of(
                http.user("x.ann", Scope.FEED),
                http.user("x.mod", Scope.FEED, Scope.ADMIN),
                http.service(Scope.FEED, Scope.ADMIN));
    }

    private Stream<Http> readers() {
        return Stream.of(http.user("x.bob", Scope.FEED), http.service(Scope.FEED));
    }

    private PostId publish(String text) {
        return PostId.parse(http.publish("x.ann", text));
    }

    private void change(PostId post, Change change) {
        Post read = stores.posts().find(post).orElseThrow();
        stores.posts().change(read, change, JobId.create(post.tick() + ++changes, random));
    }

    private void edit(PostId post, String text) {
        change(post, new Change.Edit(Content.of(text), Duration.ZERO));
    }

    private void permit(PostId post, Audience audience) {
        change(post, new Change.Permissions(audience, Duration.ZERO, false));
    }

    private static Audience list(String... users) {
        return new Audience.Users(
                new TreeSet<>(Stream.of(users).map(UserId::new).toList()));
    }

    private static String path(PostId post, String rest) {
        return "/v1/posts/" + post + rest;
    }

    @Test
    void readersSeeOnlyTheStateOfAFanoutAndOfJobs() {
        PostId post = publish("hello");
        edit(post, "again");
        String job = stores.jobs().jobs(post, null, 10).items().getLast().id().value();
        assertThat(readers()).allSatisfy(reader -> {
            for (String fanout : List.of("/fanout", "/fanout?job=" + job)) {
                assertThat(reader.get(path(post, fanout)).body()).isEqualTo("{\"state\":\"ACCEPTED\"}");
            }
            assertThat(reader.get(path(post, "/jobs")).body())
                    .isEqualTo("{\"items\":[{\"state\":\"ACCEPTED\"},{\"state\":\"ACCEPTED\"}],\"end\":\"complete\"}");
        });
        assertThat(all()).allSatisfy(one -> {
            assertThat(one.get(path(post, "/fanout")).body()).contains("\"expected\":0", "\"acceptedAt\"");
            assertThat(one.get(path(post, "/jobs")).items("job")).containsExactly(post.value(), job);
        });
    }

    /** An administrator's backend that reads for one of its users shows that user no more. */
    @Test
    void aServiceSeesWhatItsViewerSees() {
        PostId post = publish("hello");
        assertThat(http.get(path(post, "/fanout")).body()).contains("expected");
        assertThat(http.get(path(post, "/fanout?viewer=x.ann")).body()).contains("expected");
        assertThat(http.get(path(post, "/fanout?viewer=x.bob")).body()).isEqualTo("{\"state\":\"ACCEPTED\"}");
    }

    @Test
    void readersDoNotSeeWhoElseIsOnAList() {
        PostId post = publish("hello");
        permit(post, list("x.bob", "x.cleo"));
        assertThat(http.user("x.bob", Scope.FEED)
                        .get(path(post, "/permissions"))
                        .body())
                .isEqualTo("{\"permissions\":\"list\"}");
        assertThat(http.user("x.ann", Scope.FEED)
                        .get(path(post, "/permissions"))
                        .body())
                .isEqualTo("{\"permissions\":[\"x.bob\",\"x.cleo\"]}");
        permit(post, Audience.everyone());
        assertThat(readers())
                .allSatisfy(reader -> assertThat(
                                reader.get(path(post, "/permissions")).body())
                        .isEqualTo("{\"permissions\":\"public\"}"));
    }

    @Test
    void readersDoNotSeeToHowManyAPostWasDelivered() {
        PostId post = publish("hello");
        stores.jobs().closeInlineDelivery(stores.jobs().find(JobId.of(post)).orElseThrow(), 7, Skipped.NONE);
        assertThat(readers())
                .allSatisfy(
                        reader -> assertThat(reader.get(path(post, "/counters")).body())
                                .isEqualTo("{\"views\":0,\"reactions\":{}}"));
        assertThat(all())
                .allSatisfy(one -> assertThat(one.get(path(post, "/counters")).body())
                        .isEqualTo("{\"views\":0,\"deliveries\":7,\"reactions\":{}}"));
    }

    private void assertVersions(Http reader, PostId post, String... numbers) {
        Answer page = reader.get(path(post, "/versions"));
        assertThat(page.items("version")).containsExactly(numbers);
        for (int number = 1; number <= stores.posts().find(post).orElseThrow().version(); number++) {
            Answer version = reader.get(path(post, "/versions/" + number));
            assertThat(version.status()).isEqualTo(List.of(numbers).contains(Integer.toString(number)) ? 200 : 404);
        }
    }

    @Test
    void draftsStayTheAuthorsAfterAPostIsOpened() {
        PostId post = publish("for bob");
        permit(post, list("x.bob"));
        edit(post, "draft");
        edit(post, "final");
        assertVersions(http.user("x.bob", Scope.FEED), post, "1", "2", "3");
        permit(post, Audience.everyone());
        edit(post, "corrected");
        assertThat(readers()).allSatisfy(reader -> assertVersions(reader, post, "3", "4"));
        assertThat(all()).allSatisfy(one -> assertVersions(one, post, "1", "2", "3", "4"));
        Answer refused = http.user("x.bob", Scope.FEED).get(path(post, "/versions/2"));
        assertThat(refused.problem()).isEqualTo("version-not-found");
        assertThat(refused.body())
                .isEqualTo(http.user("x.bob", Scope.FEED)
                        .get(path(post, "/versions/9"))
                        .body()
                        .replace("/versions/9", "/versions/2"));
    }

    @Test
    void aNarrowingHidesNoVersionFromThoseWhoStay() {
        PostId post = publish("first");
        edit(post, "second");
        permit(post, list("x.bob"));
        assertVersions(http.user("x.bob", Scope.FEED), post, "1", "2");
        permit(post, list());
        edit(post, "draft");
        edit(post, "final");
        permit(post, list("x.bob"));
        assertVersions(http.user("x.bob", Scope.FEED), post, "4");
    }

    @Test
    void aWalkOfVersionsBeginsAtTheFirstReadableOne() {
        PostId post = publish("draft");
        permit(post, list());
        edit(post, "second");
        permit(post, Audience.everyone());
        edit(post, "third");
        Http bob = http.user("x.bob", Scope.FEED);
        Answer first = bob.get(path(post, "/versions?limit=1"));
        assertThat(first.items("version")).containsExactly("2");
        Answer second =
                bob.get(path(post, "/versions?limit=1&cursor=" + first.next().orElseThrow()));
        assertThat(second.items("version")).containsExactly("3");
    }

    @Test
    void strangersReadNoJobsOfARetractedPost() {
        PostId post = publish("hello");
        permit(post, new Audience.Followers());
        change(post, new Change.Retract(false));
        for (String call : List.of("/jobs", "/fanout", "/fanout/x.eve")) {
            assertThat(http.user("x.eve", Scope.FEED).get(path(post, call)).problem())
                    .as(call)
                    .isEqualTo("post-gone");
        }
        assertThat(http.user("x.ann", Scope.FEED).get(path(post, "/jobs")).items("cause"))
                .containsExactly("publication", "permissions", "retraction");
    }
}
