package io.feedmill.worker.story;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.follow.Active;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.recall.Recall;
import io.feedmill.stack.living.FeedModel;
import io.feedmill.stack.living.FeedModel.Post;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Stores;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares home feeds with a model, while calls and handlers step and after all work is done. */
final class ModelChecks {
    private final List<String> users;
    private final FeedModel model;
    private final UserCalls calls;
    private final MemoryStores fakes;
    private final List<ApiPages> apis;
    private final Clock clock;
    private Moment readAt = new Moment(-1, Instant.MIN);
    private final Map<String, Shown> shown = new HashMap<>();

    ModelChecks(
            List<String> users,
            FeedModel model,
            UserCalls calls,
            MemoryStores fakes,
            List<ApiPages> apis,
            Clock clock) {
        this.users = users;
        this.model = model;
        this.calls = calls;
        this.fakes = fakes;
        this.apis = apis;
        this.clock = clock;
    }

    private record Moment(long version, Instant time) {}

    /**
     * What a reader is shown.
     *
     * @param pages those of each API, without regard to muted authors
     */
    private record Shown(Set<UserId> hidden, List<List<FeedItem>> pages) {
        Stream<FeedItem> items(List<FeedItem> page) {
            return page.stream().filter(item -> !hidden.contains(item.author()));
        }
    }

    /** Reads again only what may have changed: most steps read. */
    private Shown shown(String reader) {
        Moment now = new Moment(fakes.version(), clock.instant());
        if (!now.equals(readAt)) {
            readAt = now;
            shown.clear();
        }
        return shown.computeIfAbsent(
                reader,
                name -> new Shown(
                        fakes.readers().hidden(user(name)),
                        apis.stream().map(api -> api.home(name)).toList()));
    }

    /**
     * Compares what pages show now: no author who is not followed, no post that its reader must not see.
     *
     * <p>A recall may end before work that is late in its queue: that of a handler that did not finish, and that of a follow or unfollow of this reader, whose home
     * feed has what it had before.
     *
     * @param late whether work waits that a handler did not finish
     */
    void checkPages(boolean late) {
        Set<PostId> recalled = recalls().map(Recall::post).collect(Collectors.toSet());
        Map<String, Post> posts = model.posts().stream().collect(Collectors.toMap(Post::name, Function.identity()));
        for (String reader : users) {
            Set<String> hidden = model.hidden(reader);
            assertThat(shown(reader).hidden())
                    .as("hidden from %s", reader)
                    .extracting(UserId::value)
                    .containsAll(hidden)
                    .allSatisfy(author -> assertThat(hidden.contains(author) || !model.follows(reader, author))
                            .as(author)
                            .isTrue());
            Shown now = shown(reader);
            for (FeedItem item : now.pages().stream().flatMap(now::items).toList()) {
                String author = item.author().value();
                Post post = Objects.requireNonNull(posts.get(calls.name(item.post())));
                assertThat(author.equals(reader) || author.equals(UserCalls.ANNOUNCER) || model.follows(reader, author))
                        .as("%s is shown %s, and follows", reader, post)
                        .isTrue();
                boolean asks = recalled.contains(item.post()) || item.audience() instanceof Audience.Users;
                assertThat(asks || post.admits(reader) || late || isOpen(reader, author))
                        .as("%s is shown %s, and may be", reader, post)
                        .isTrue();
            }
            checkOnRead(reader);
        }
    }

    /** Nothing is late of a post on read. */
    private void checkOnRead(String reader) {
        for (Post post : model.posts()) {
            PostId id = calls.id(post.name());
            boolean announced = post.author().equals(UserCalls.ANNOUNCER) && post.admits(reader);
            if (calls.onRead().contains(id) && (announced || calls.steady(id).contains(reader))) {
                assertThat(shown(reader).pages())
                        .allSatisfy(page -> assertThat(page)
                                .as("the pages of %s", reader)
                                .anyMatch(item -> item.post().equals(id) && item.version() == post.version()));
            }
        }
    }

    /**
     * Checks what a page says that takes the notes now: it has all posts that were accepted, and last changed, before then, of authors who are followed since
     * before. Returns how many.
     *
     * @param late whether work waits that a handler did not finish: it may write an older text
     */
    int checkClaim(Instant until, boolean late) {
        int claimed = 0;
        for (Post post : model.posts()) {
            PostId id = calls.id(post.name());
            for (String reader : calls.changedAt(id).isBefore(until) ? calls.steady(id) : Set.<String>of()) {
                assertThat(shown(reader).pages())
                        .allSatisfy(page -> assertThat(page)
                                .as("the pages of %s, complete until %s", reader, until)
                                .anyMatch(
                                        item -> item.post().equals(id) && (late || item.version() == post.version())));
                claimed++;
            }
        }
        return claimed;
    }

    private Stream<Recall> recalls() {
        return fakes.recalls().all(1_000).rows().stream().filter(recall -> !recall.isOver(clock.instant()));
    }

    private boolean isOpen(String reader, String author) {
        return Stores.openRows(fakes, work -> true).stream()
                .flatMap(row -> FollowChange.of(row.work()).stream())
                .anyMatch(pair -> pair.follower().value().equals(reader)
                        && pair.author().value().equals(author));
    }

    /** A row of a home feed. */
    private record Row(PostId post, String author, String text, long version, Via via) {
        static Row of(FeedItem item) {
            return new Row(item.post(), item.author().value(), item.text(), item.version(), item.via());
        }
    }

    /** Whoever follows since before the post has it when its job is complete. */
    void checkComplete(Job job) {
        if (job.publishes()) {
            assertThat(calls.steady(job.post()))
                    .as("followers when %s is complete", job.id())
                    .allSatisfy(reader -> assertThat(shown(reader).pages())
                            .allSatisfy(page ->
                                    assertThat(page).extracting(FeedItem::post).contains(job.post())));
        }
    }

    /** Compares the rows of home feeds, what pages show of them, and the rows of readers. */
    void checkRows() {
        for (String reader : users) {
            assertThat(fakes.home(user(reader)).stream()
                            .filter(item -> counts(reader, item.post()))
                            .map(Row::of))
                    .as("home feed of %s", reader)
                    .isEqualTo(rows(model.rows(reader).stream().filter(post -> hasRow(reader, post)), reader));
            List<Row> expected = rows(Stream.concat(model.homeFeed(reader).stream(), announcements(reader)), reader);
            assertThat(shown(reader).pages())
                    .allSatisfy(page -> assertThat(shown(reader).items(page).map(Row::of))
                            .as("pages of %s", reader)
                            .isEqualTo(expected));
            assertThat(shown(reader).hidden())
                    .as("hidden from %s", reader)
                    .extracting(UserId::value)
                    .containsExactlyInAnyOrderElementsOf(model.hidden(reader));
        }
    }

    private boolean hasRow(String reader, Post post) {
        PostId id = calls.id(post.name());
        return counts(reader, id)
                && (post.author().equals(reader) || !calls.onRead().contains(id));
    }

    /** Slices may have passed over the reader: pages go by no row of that time. */
    private boolean counts(String reader, PostId post) {
        Active active = fakes.readers().view(user(reader)).active();
        return !fakes.dormancy().get().mayHavePassedOver(active, post.tick(), clock.instant());
    }

    private Stream<Post> announcements(String reader) {
        return model.posts().stream().filter(post -> post.author().equals(UserCalls.ANNOUNCER) && post.admits(reader));
    }

    /** Newest first. Ids are drawn before a post is stored, so that the model may know two posts in another order. */
    private List<Row> rows(Stream<Post> posts, String reader) {
        return posts.map(post ->
                        new Row(calls.id(post.name()), post.author(), post.text(), post.version(), via(post, reader)))
                .sorted(Comparator.comparing((Row row) -> row.post().feedKey()))
                .toList();
    }

    private static Via via(Post post, String reader) {
        if (post.author().equals(reader)) {
            return Via.SELF;
        }
        return post.author().equals(UserCalls.ANNOUNCER) ? Via.ANNOUNCEMENT : Via.FOLLOW;
    }

    /** Returns how often slices passed over a reader who was away. */
    long passedOver() {
        return model.posts().stream()
                .flatMap(post -> fakes.jobs().jobs(calls.id(post.name()), null, 1_000).items().stream())
                .mapToLong(job -> job.skippedBy().dormant())
                .sum();
    }

    /** Checks that all jobs are exact, and that no recall is left. */
    void checkJobs() {
        assertThat(recalls()).as("recalls").isEmpty();
        Map<String, AuthorCounters> counted = new HashMap<>();
        for (Post post : model.posts()) {
            for (Job job : fakes.jobs().jobs(calls.id(post.name()), null, 1_000).items()) {
                checkComplete(job);
                assertThat(job.state()).isEqualTo(JobState.COMPLETE);
                assertThat(job.pending()).isEmpty();
                assertThat(job.counts().delivered() + job.counts().skipped())
                        .isEqualTo(job.counts().expected());
                if (job.publishes()) {
                    counted.merge(
                            post.author(),
                            new AuthorCounters(1, job.counts().delivered()),
                            (a, b) -> new AuthorCounters(a.posts() + b.posts(), a.deliveries() + b.deliveries()));
                }
            }
        }
        counted.forEach((author, counters) -> assertThat(fakes.counters().author(user(author)))
                .as("counters of %s", author)
                .isEqualTo(counters));
    }
}
