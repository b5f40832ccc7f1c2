package io.feedmill.testkit.contract;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PostStore.PublishResult;
import io.feedmill.common.publish.PostStore.PublishResult.KeyReused;
import io.feedmill.common.publish.PostStore.PublishResult.Published;
import io.feedmill.common.publish.PostStore.PublishResult.Replayed;
import io.feedmill.common.publish.PostStore.VersionId;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.Race;
import io.feedmill.testkit.Stores;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of publishing and of {@link io.feedmill.common.publish.PostStore}. */
public abstract class PostStoreContract extends Contract {

    private PublishResult send(String text, String key) {
        return stores.posts().publish(post(text), key);
    }

    private List<FeedItem> authorFeed() {
        return page(FeedName.author(author), 100);
    }

    @Test
    void aPublishedPostIsFoundAndItsAuthorSeesItInBothFeeds() {
        Post post = publish("héllo 😀\n");
        assertThat(stores.posts().find(post.id())).contains(post);
        assertThat(post.version()).isEqualTo(1);
        FeedItem item = FeedItem.of(post, Via.SELF);
        assertThat(stores.feeds().page(FeedName.home(author), PageRequest.first(10)))
                .isEqualTo(new FeedPage(List.of(item), null));
        assertThat(authorFeed())
                .extracting(FeedItem::post, FeedItem::text)
                .containsExactly(tuple(post.id(), post.text()));
    }

    /** No home feed is to be written: nothing is left to do, and it counts. */
    @Test
    void theJobOfAPostOnReadIsCompleteWithIt() {
        Post onRead = new Post(newId(), author, Content.of("hello"), 1, null, Audience.everyone(), Mode.ON_READ);
        assertThat(stores.posts().publish(onRead, "key")).isEqualTo(new Published(onRead, List.of()));
        assertThat(stores.posts().publish(onRead, "key")).isEqualTo(new Replayed(onRead));
        Job job = job(JobId.of(onRead.id()));
        assertThat(job.state()).isEqualTo(JobState.COMPLETE);
        assertThat(job.completedAt()).isEqualTo(clock.instant());
        assertThat(job.counts()).isEqualTo(Job.Counts.ZERO);
        assertThat(job.mode()).isEqualTo(Mode.ON_READ);
        assertThat(stores.counters().author(author)).isEqualTo(new AuthorCounters(1, 0));
        assertThat(Stores.openRows(stores, work -> work.author().equals(author)))
                .isEmpty();
        assertThat(authorFeed()).extracting(FeedItem::mode).containsExactly(Mode.ON_READ);
    }

    private Post mentioning(Mode mode, String... users) {
        Content content = new Content("hello", null, new TreeSet<>(users(users)));
        return new Post(newId(), author, content, 1, null, Audience.everyone(), mode);
    }

    @Test
    void mentionsAreInThePostAndTheTruthAndInNoItemOfAFeed() {
        Post post = publish(mentioning(Mode.PUSH, "cid", "bob"));
        assertThat(stores.posts().find(post.id())).contains(post);
        assertThat(stores.posts().contents(List.of(new VersionId(post.id(), 1))).values())
                .containsExactly(post.content());
        assertThat(truth(post).mentions()).isEqualTo(post.content().mentions());
        FeedItem item = FeedItem.of(post, Via.SELF);
        assertThat(item.content()).isEqualTo(Content.of("hello"));
        assertThat(item.cut()).isFalse();
        assertThat(home(post)).contains(item);
        assertThat(authorFeed()).containsExactly(item);
        assertThat(backend.find(FeedRows.HOMES, FeedRows.key(FeedName.home(author), post.id())))
                .containsKey("text")
                .doesNotContainKey("mentions");
        assertThat(job(JobId.of(post.id())).mentions()).isTrue();
        assertThat(job(JobId.of(publish("hello").id())).mentions()).isFalse();
    }

    /** A worker has to notify them: and it counts once, at the end of the job. */
    @Test
    void theJobOfAPostOnReadWithMentionsIsOpen() {
        Post onRead = publish(mentioning(Mode.ON_READ, "bob"));
        assertThat(job(JobId.of(onRead.id())).state()).isEqualTo(JobState.ACCEPTED);
        assertThat(stores.counters().author(author)).isEqualTo(new AuthorCounters(0, 0));
        assertThat(Stores.openRows(stores, work -> work.author().equals(author)))
                .extracting(row -> row.work().id())
                .containsExactly(onRead.id().value());
        close(job(JobId.of(onRead.id())), 0, Skipped.NONE);
        assertThat(stores.counters().author(author)).isEqualTo(new AuthorCounters(1, 0));
    }

    @Test
    void otherMentionsAreAnotherBody() {
        Post first = publish(mentioning(Mode.PUSH, "bob", "cid"), "key");
        assertThat(stores.posts().publish(mentioning(Mode.PUSH, "cid", "bob"), "key"))
                .isEqualTo(new Replayed(first));
        assertThat(stores.posts().publish(mentioning(Mode.PUSH, "bob"), "key")).isEqualTo(new KeyReused());
        assertThat(send("hello", "key")).isEqualTo(new KeyReused());
    }

    @Test
    void contentsAreReadForExistingVersions() {
        Post one = publish("one");
        Post two = publish("two");
        change(two, edit("three"));
        VersionId first = new VersionId(one.id(), 1);
        VersionId second = new VersionId(two.id(), 1);
        assertThat(stores.posts()
                        .contents(List.of(first, new VersionId(one.id(), 2), new VersionId(newId(), 1), second)))
                .isEqualTo(Map.of(first, Content.of("one"), second, Content.of("two")));
        VersionId third = new VersionId(two.id(), 2);
        assertThat(stores.posts().contents(List.of(third))).isEqualTo(Map.of(third, Content.of("three")));
        assertThat(stores.posts().contents(List.of())).isEmpty();
    }

    @Test
    void textsOfMoreThanOneMegabyteAreAllRead() {
        String text = "😀".repeat(10_000);
        List<Post> posts = IntStream.range(0, 30)
                .mapToObj(i -> publish(i + text.substring(8)))
                .toList();
        List<VersionId> versions =
                posts.stream().map(post -> new VersionId(post.id(), 1)).toList();
        assertThat(stores.posts().contents(versions))
                .isEqualTo(posts.stream().collect(toMap(post -> new VersionId(post.id(), 1), Post::content)));
    }

    @Test
    void theSameKeyWithAnotherBodyIsRefusedAndWritesNothing() {
        publish(post("hello"), "key");
        Post other = post("bye");
        assertThat(stores.posts().publish(other, "key")).isEqualTo(new KeyReused());
        assertThat(stores.posts().find(other.id())).isEmpty();
        assertThat(stores.jobs().find(JobId.of(other.id()))).isEmpty();
        assertThat(authorFeed()).hasSize(1);
    }

    private PublishResult sendData(@Nullable String data) {
        return stores.posts()
                .publish(
                        new Post(newId(), author, new Content("hello", data), 1, null, Audience.everyone(), Mode.PUSH),
                        "key");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"b\":[1,{\"d\":null,\"c\":0.5}],\"a\":100}",
                "{\"a\":1e2,\"b\":[1.0,{\"c\":5E-1,\"d\":null}]}",
                "{\"a\":100.00,\"b\":[1e0,{\"c\":0.50,\"d\":null}]}"
            })
    void theSameDataInAnotherSpellingIsTheSameBody(String again) {
        Post first = ((Published) sendData("{\"a\":100,\"b\":[1,{\"c\":0.5,\"d\":null}]}")).post();
        assertThat(sendData(again))
                .isInstanceOfSatisfying(
                        Replayed.class,
                        replayed -> assertThat(replayed.post().id()).isEqualTo(first.id()));
        assertThat(authorFeed()).hasSize(1);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "{\"a\":101,\"b\":[1,2]}",
                "{\"a\":\"100\",\"b\":[1,2]}",
                "{\"a\":100,\"b\":[2,1]}",
                "{\"a\":100}",
                "{\"a\":100,\"b\":[1,2],\"c\":null}",
                "{\"a\":100,\"b\":\"[1,2]\"}",
                "{\"a\":100.00000000000000000001,\"b\":[1,2]}"
            })
    void otherDataAreAnotherBody(@Nullable String other) {
        sendData("{\"a\":100,\"b\":[1,2]}");
        assertThat(sendData(other)).isEqualTo(new KeyReused());
    }

    @Test
    void keysDifferByAuthorAndCaseAndMayBeLong() {
        publish(post("hello"), "k".repeat(255));
        publish(post("hello"), "K".repeat(255));
        publish(Posts.of(newId(), freshUser("bob"), "hello"), "k".repeat(255));
        publish(post("hello"), "#/ ~");
        assertThat(authorFeed()).hasSize(3);
    }

    @Test
    void theSameKeyAndBodyGetTheFirstAnswerForADay() {
        Post first = publish(post("hello"), "key");
        clock.advance(Duration.ofHours(24).minusSeconds(2));
        assertThat(send("hello", "key")).isEqualTo(new Replayed(first));
        assertThat(authorFeed()).hasSize(1);
        clock.advance(Duration.ofSeconds(4));
        Post second = publish(post("bye"), "key");
        assertThat(send("bye", "key")).isEqualTo(new Replayed(second));
    }

    @Test
    void postsByOneAuthorAtOneInstantDoNotConflict() {
        List<PostId> ids = Stream.generate(() -> idAt(clock.instant())).limit(8).toList();
        Race.of(ids.stream()
                .<Callable<Post>>map(id -> () -> publish(post("hello").as(id)))
                .toList());
        assertThat(new TreeSet<>(authorFeed().stream().map(FeedItem::post).toList()))
                .isEqualTo(new TreeSet<>(ids));
    }
}
