package io.feedmill.worker.story;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

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
import io.feedmill.common.publish.PostStore.ChangeResult;
import io.feedmill.common.publish.PostStore.ChangeResult.RefusedChange;
import io.feedmill.common.publish.PostStore.PublishResult.Published;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.StorageException;
import io.feedmill.stack.living.Event;
import io.feedmill.stack.living.FeedModel;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.memory.Faults;
import io.feedmill.worker.story.CallWatch.OngoingCall;
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

/** The API's side of calls: reads, transactions and sends, each a step. */
final class UserCalls {
    /** The author of announcements. Nobody follows, mutes or blocks it. */
    static final String ANNOUNCER = "news";

    private final FeedModel model;
    private final Map<String, PostId> ids = new HashMap<>();
    private final Map<PostId, Set<String>> steady = new HashMap<>();
    private final Map<PostId, Instant> changedAt = new HashMap<>();
    private final Set<PostId> onRead = new HashSet<>();
    private final List<ApiPages> apis;
    private final CallWatch watch;
    private final Stores stores;
    private final QueueSender queue;
    private final MonotonicTicks ticks;
    private final Random random;

    /** @param apis one of them, in no order, publishes a post */
    UserCalls(
            FeedModel model,
            MemoryStores fakes,
            Faults faults,
            QueueSender queue,
            Clock clock,
            List<ApiPages> apis,
            Random random) {
        this.apis = apis;
        this.model = model;
        this.watch = new CallWatch(faults, model, fakes, clock);
        this.stores = fakes.stores(watch);
        this.queue = queue;
        this.ticks = new MonotonicTicks(() -> Ticks.ofInstant(clock.instant()));
        this.random = random;
    }

    /** The result of a call. */
    private sealed interface Result {
        /** Stored; these messages are to be sent. */
        record Stored(List<QueueMessage> messages) implements Result {}

        record Refused() implements Result {}

        /** Another call was faster, or this one was too slow: it begins again. */
        record Stale() implements Result {}

        /** No answer came. The call may be carried out. */
        record Unknown() implements Result {}
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
                call(event, () -> stored(() -> stores.readers().mute(user(mute.user()), user(mute.author()))));
            case Event.Unmute unmute ->
                call(event, () -> stored(() -> stores.readers().unmute(user(unmute.user()), user(unmute.author()))));
            case Event.Block block -> call(event, () -> block(user(block.user()), user(block.other())));
            case Event.Unblock unblock ->
                call(event, () -> stored(() -> stores.readers().unblock(user(unblock.user()), user(unblock.other()))));
        }
    }

    /** The tick is taken before the transaction: other calls and handlers come in between. */
    private void publish(Event.Publish event) {
        PostId id = PostId.create(ticks.next(), random);
        Mode mode = apis.get(random.nextInt(apis.size())).mode(user(event.author()), id);
        Post post = new Post(id, user(event.author()), Content.of(event.text()), 1, null, Audience.everyone(), mode);
        Runnable stored = () -> {
            if (mode == Mode.ON_READ) {
                onRead.add(id);
            }
            ids.put(event.post(), id);
            changedAt.put(id, id.createdAt());
            unsettle(event);
        };
        call(
                watch.call(event, id.createdAt(), stored),
                () -> new Result.Stored(((Published) stores.posts().publish(post, null)).messages()));
    }

    /** Nobody knows a post that is not published yet. An edit of another version is read again, as a client does. */
    private void change(String name, Event event, Change change) {
        if (ids.containsKey(name)) {
            PostId id = id(name);
            Result result;
            do {
                JobId job = JobId.create(ticks.next(), random);
                Runnable stored = () -> {
                    changedAt.merge(id, job.createdAt(), (a, b) -> a.isAfter(b) ? a : b);
                    unsettle(event);
                };
                result = call(watch.call(event, job.createdAt(), stored), () -> change(id, change, job));
            } while (result instanceof Result.Stale);
        }
    }

    private Result call(Event event, Supplier<Result> stores) {
        return call(watch.call(event, null, () -> unsettle(event)), stores);
    }

    private Result call(OngoingCall call, Supplier<Result> stores) {
        Result result = result(call, stores);
        check(call, result);
        if (result instanceof Result.Stored stored) {
            stored.messages().forEach(this::send);
        }
        return result;
    }

    private static Result result(OngoingCall call, Supplier<Result> stores) {
        try {
            return call.run(stores);
        } catch (StorageException e) {
            return new Result.Unknown();
        }
    }

    private static void check(OngoingCall call, Result result) {
        switch (result) {
            case Result.Stored accepted -> call.assertStored();
            case Result.Refused refused -> call.assertRefused();
            case Result.Stale stale -> call.assertNotApplied();
            case Result.Unknown unknown -> {}
        }
    }

    /** What cannot be sent is sent by a sweep. */
    private void send(QueueMessage message) {
        try {
            queue.send(message, delay(message));
        } catch (StorageException e) {
            assertThat(e.kind()).isEqualTo(StorageException.Kind.TRANSIENT);
        }
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

    private Result change(PostId id, Change change, JobId job) {
        Optional<Post> read = stores.posts().find(id);
        if (read.isEmpty()) {
            return retracted(change);
        }
        return switch (stores.posts().change(read.get(), change, job)) {
            case ChangeResult.Accepted accepted -> new Result.Stored(accepted.messages());
            case RefusedChange.RETRACTED -> retracted(change);
            case RefusedChange.STALE, RefusedChange.TOO_SOON -> new Result.Stale();
            case ChangeResult.Stored stored -> {
                assertThat(onRead).as("a change without a job").contains(id);
                yield new Result.Stored(List.of());
            }
        };
    }

    private static Result retracted(Change change) {
        return change instanceof Change.Retract ? new Result.Stored(List.of()) : new Result.Refused();
    }

    private static Audience audience(Set<String> readers) {
        return readers.isEmpty()
                ? Audience.everyone()
                : new Audience.Users(readers.stream().map(UserId::new).collect(Collectors.toCollection(TreeSet::new)));
    }

    private Result follow(Follow follow) {
        return switch (stores.follows().follow(follow)) {
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
        return new Result.Stored(stores.follows().unfollow(follow).stream()
                .<QueueMessage>map(Reconcile::of)
                .toList());
    }

    private Result block(UserId user, UserId other) {
        return switch (stores.readers().block(user, other)) {
            case BlockResult.Blocked blocked ->
                new Result.Stored(blocked.ended().stream()
                        .<QueueMessage>map(Reconcile::of)
                        .toList());
            case BlockResult.Full full -> new Result.Refused();
        };
    }
}
