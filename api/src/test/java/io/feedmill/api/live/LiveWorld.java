package io.feedmill.api.live;

import static io.feedmill.testkit.Users.user;

import io.feedmill.api.feed.HomePages;
import io.feedmill.api.feed.PagesOf;
import io.feedmill.api.live.Badge.Counted;
import io.feedmill.api.live.Badge.Unseen;
import io.feedmill.api.recall.Recalls;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.NoteStore.Note;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.memory.FaultRules;
import io.feedmill.testkit.memory.Faults.Call;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Fake stores with a settable clock, and what reads live feeds from them. */
final class LiveWorld {
    static final UserId BOB = user("bob");

    final SettableClock clock = new SettableClock();
    final MemoryStores stores = new MemoryStores(clock);
    final Recalls recalls = PagesOf.recalls(stores, clock);

    /** Before each call but those that read the workers' notes. */
    volatile Runnable beforeCall = () -> {};

    volatile Runnable afterCall = () -> {};

    /** What Bob has not seen, negative if it cannot be read, and a number that each change raises, as the marks of notifications. */
    volatile int unseen;

    volatile int marks;
    final AtomicInteger counts = new AtomicInteger();
    final HomePages pages = pages();

    Counted count(UserId user, @Nullable Counted before) {
        if (before != null && before.marks().equals(marks)) {
            return before;
        }
        if (unseen < 0) {
            throw new StorageException(Kind.TRANSIENT, "no answer");
        }
        counts.incrementAndGet();
        return new Counted(new Unseen(unseen, false), marks);
    }

    LiveWorld() {
        readRecalls();
    }

    private HomePages pages() {
        Stores watched = stores.stores(
                new FaultRules().before(call -> run(call, beforeCall)).after(call -> run(call, afterCall)));
        return PagesOf.stores(watched, clock, recalls);
    }

    private static void run(Call call, Runnable hook) {
        if (!call.names("outbox")) {
            hook.run();
        }
    }

    void readRecalls() {
        recalls.poll();
        recalls.upkeep(clock.instant());
    }

    void pass(Duration time) {
        clock.advance(time);
        recalls.poll();
    }

    Instant ago(long seconds) {
        return clock.instant().minusSeconds(seconds);
    }

    /** Notes that all jobs are complete until then. */
    void completeUntil(Instant moment) {
        stores.notes().raise(Map.of(0, new Note(moment)));
    }

    /** Puts a post of this time into the home feed of Bob. */
    PostId deliver(String author, Instant time) {
        PostId id = new PostId(Ticks.ofInstant(time), "11111111111");
        FeedItem item = FeedItem.of(Posts.of(id, user(author), "hello"), Via.FOLLOW);
        stores.plant(new StoredItem(FeedName.home(BOB), id.feedKey(), item));
        return id;
    }
}
