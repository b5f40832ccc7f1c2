package io.feedmill.worker.story;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.follow.ReaderStore.BlockResult;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.publish.PostStore;
import io.feedmill.common.publish.PostStore.ChangeResult;
import io.feedmill.common.publish.PostStore.ChangeResult.RefusedChange;
import io.feedmill.common.publish.PostStore.PublishResult.Published;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.stack.living.Event;
import io.feedmill.stack.living.FeedModel;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.steps.Steps;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The API's side of calls: a read, a transaction with which the model changes, and the sends, each a step. */
final class UserCalls {
    /** The author of announcements. Nobody follows, mutes or blocks it. */
    static final String ANNOUNCER = "news";

    private final FeedModel model;
    private final Map<String, PostId> ids = new HashMap<>();
    private final Map<PostId, Set<String>> steady = new HashMap<>();
    private final Map<PostId, Instant> changedAt = new HashMap<>();
    private final Set<PostId> onRead = new HashSet<>();
    private final List<ApiPages> apis;
    private final Clock clock;
    private final Stores tables;
    private final PostStore posts;
    private final Transaction transactions;
    private final QueueSender queue;
    private final MonotonicTicks ticks;
    private final Random random;

    /** @param apis one of them, in no order, publishes a post */
    UserCalls(
            FeedModel model,
            MemoryStores fakes,
            Steps steps,
            QueueSender queue,
            Clock clock,
            List<ApiPages> apis,
            Random random) {
        this.apis = apis;
        this.model = model;
        this.tables = fakes;
        this.posts = fakes.stores(steps).posts();
        this.transactions = steps.watch(Transaction.class, this::commit);
        this.queue = queue;
        this.clock = clock;
        this.ticks = new MonotonicTicks(() -> Ticks.ofInstant(clock.instant()));
        this.random = random;
    }

    /** A transaction, one step, with which the model changes. */
    public interface Transaction {
        Result commit(Event event, Supplier<Result> tables);
    }

    /** The result of a transaction. */
    public sealed interface Result {
        /** Stored; these messages are to be sent. */
        record Stored(List<QueueMessage> messages) implements Result {}

        record Refused() implements Result {}

        /** Another call was faster. */
        record Stale() implements Result {}
    }

    private Result commit(Event event, Supplier<Result> tables) {
        Result result = tables.get();
        if (!(result instanceof Result.Stale)) {
            assertThat(result instanceof Result.Stored).as("accepted: " + event).isEqualTo(model.apply(event));
            unsettle(event);
        }
        return result;
    }

    private void unsettle(Event event) {
        switch (event) {
            case Event.Publish post -> steady.put(id(post.post()), new HashSet<>(model.followers(post.author())));
            case Event.Permit permit -> steady.remove(id(permit.post()));
            case Event.Retract retract -> steady.remove(id(retract.post()));
            case Event.Unfollow unfollow -> unsettle(unfollow.user(), unfollow.author());
            case Event.Block block -> {
                unsettle(block.user(), block.other());
                unsettle(block.other(), block.user());
            }
            case Event.Edit ignored -> {}
            case Event.Follow ignored -> {}
            case Event.Mute ignored -> {}
            case Event.Unmute ignored -> {}
            case Event.Unblock ignored -> {}
        }
    }

    private void unsettle(String user, String author) {
        model.posts().stream()
                .filter(post -> post.author().equals(author))
                .forEach(post -> steady(id(post.name())).remove(user));
    }

    /** Returns those who follow the author since before the post, if its readers did not change. */
    Set<String> steady(PostId post) {
        return steady.getOrDefault(post, new HashSet<>());
    }

    /** Returns the posts that no home feed but their authors' has rows of. */
    Set<PostId> onRead() {
        return onRead;
    }

    /** Returns the tick of the last change of a published post, or its own. */
    Instant changedAt(PostId post) {
        return Optional.ofNullable(changedAt.get(post)).orElseThrow();
    }

    /** Returns the name of a published post. */
    String name(PostId post) {
        return ids.entrySet().stream()
                .filter(each -> each.getValue().equals(post))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the id of a published post. */
    PostId id(String post) {
        return Optional.ofNullable(ids.get(post)).orElseThrow();
    }

    void make(Event event) {
        switch (event) {
            case Event.Publish publish -> publish(publish);
            case Event.Edit edit -> change(edit.post(), event, new Change.Edit(Content.of(edit.text()), Duration.ZERO));
            case Event.Permit permit ->
                change(permit.post(), event, new Change.Permissions(audience(permit.readers()), Duration.ZERO, false));
            case Event.Retract retract -> change(retract.post(), event, new Change.Retract(false));
            case Event.Follow follow ->
                call(event, () -> follow(new Follow(user(follow.user()), user(follow.author()))));
            case Event.Unfollow unfollow ->
                call(event, () -> unfollow(new Follow(user(unfollow.user()), user(unfollow.author()))));
            case Event.Mute mute ->
                call(event, () -> stored(() -> tables.readers().mute(user(mute.user()), user(mute.author()))));
            case Event.Unmute unmute ->
                call(event, () -> stored(() -> tables.readers().unmute(user(unmute.user()), user(unmute.author()))));
            case Event.Block block -> call(event, () -> block(user(block.user()), user(block.other())));
            case Event.Unblock unblock ->
                call(event, () -> stored(() -> tables.readers().unblock(user(unblock.user()), user(unblock.other()))));
        }
    }

    /** Takes the tick before the transaction: other calls and handlers come in between. One that would be too late begins again. */
    private void publish(Event.Publish event) {
        Result result;
        do {
            PostId id = PostId.create(ticks.next(), random);
            Mode mode = apis.get(random.nextInt(apis.size())).mode(user(event.author()), id);
            result = call(event, () -> publish(event, id, mode));
        } while (result instanceof Result.Stale);
    }

    private boolean isTooLate(Instant tick) {
        return clock.instant().isAfter(tick.plus(DynamoClients.LONGEST_CALL));
    }

    /** Nobody knows a post that is not published yet. An edit of another version is read again, as a client does. */
    private void change(String name, Event event, Change change) {
        boolean stale = ids.containsKey(name);
        while (stale) {
            Optional<Post> read = posts.find(id(name));
            JobId job = JobId.create(ticks.next(), random);
            stale = read.isPresent() && call(event, () -> change(read.get(), change, job)) instanceof Result.Stale;
        }
    }

    private Result call(Event event, Supplier<Result> transaction) {
        Result result = transactions.commit(event, transaction);
        if (result instanceof Result.Stored stored) {
            stored.messages().forEach(message -> queue.send(message, delay(message)));
        }
        return result;
    }

    private static Duration delay(QueueMessage message) {
        boolean ends =
                message instanceof Reconcile reconcile && reconcile.pair().kind() == FollowChange.Kind.UNFOLLOW;
        return ends ? LivingWorld.GRACE : Duration.ZERO;
    }

    private static Result stored(Runnable write) {
        write.run();
        return new Result.Stored(List.of());
    }

    private Result publish(Event.Publish event, PostId id, Mode mode) {
        if (isTooLate(id.createdAt())) {
            return new Result.Stale();
        }
        UserId author = user(event.author());
        Post post = new Post(id, author, Content.of(event.text()), 1, null, Audience.everyone(), mode);
        Published published = (Published) tables.posts().publish(post, null);
        if (mode == Mode.ON_READ) {
            onRead.add(id);
        }
        ids.put(event.post(), id);
        changedAt.put(id, id.createdAt());
        return new Result.Stored(published.messages());
    }

    private Result change(Post read, Change change, JobId job) {
        if (isTooLate(job.createdAt())) {
            return new Result.Stale();
        }
        return switch (tables.posts().change(read, change, job)) {
            case ChangeResult.Accepted accepted -> {
                changedAt.merge(read.id(), job.createdAt(), (a, b) -> a.isAfter(b) ? a : b);
                yield new Result.Stored(accepted.messages());
            }
            case RefusedChange.RETRACTED ->
                change instanceof Change.Retract ? new Result.Stored(List.of()) : new Result.Refused();
            case RefusedChange.STALE, RefusedChange.TOO_SOON -> new Result.Stale();
            case ChangeResult.Stored stored -> {
                assertThat(onRead).as("a change without a job").contains(read.id());
                changedAt.merge(read.id(), job.createdAt(), (a, b) -> a.isAfter(b) ? a : b);
                yield new Result.Stored(List.of());
            }
        };
    }

    private static Audience audience(Set<String> readers) {
        return readers.isEmpty()
                ? Audience.everyone()
                : new Audience.Users(readers.stream().map(UserId::new).collect(Collectors.toCollection(TreeSet::new)));
    }

    private Result follow(Follow follow) {
        return switch (tables.follows().follow(follow)) {
            case FollowResult.Followed followed -> new Result.Stored(List.of(Reconcile.of(followed.change())));
            case FollowResult.Unchanged unchanged -> new Result.Stored(List.of());
            case FollowResult.Blocked blocked -> new Result.Refused();
            case FollowResult.Full full -> new Result.Refused();
            case FollowResult.Requested requested -> throw new AssertionError("nobody asks");
            case FollowResult.TooManyRequests requests -> throw new AssertionError("nobody asks");
            case FollowResult.NotRequested absent -> throw new AssertionError("no acceptance");
        };
    }

    private Result unfollow(Follow follow) {
        return new Result.Stored(tables.follows().unfollow(follow).stream()
                .<QueueMessage>map(Reconcile::of)
                .toList());
    }

    private Result block(UserId user, UserId other) {
        return switch (tables.readers().block(user, other)) {
            case BlockResult.Blocked blocked ->
                new Result.Stored(blocked.ended().stream()
                        .<QueueMessage>map(Reconcile::of)
                        .toList());
            case BlockResult.Full full -> new Result.Refused();
        };
    }
}
