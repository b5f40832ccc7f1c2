package io.feedmill.api.onread;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.recall.NoticeListener.Polls;
import io.feedmill.common.key.JobId;
import io.feedmill.common.onread.OnReadStore;
import io.feedmill.common.post.Mode;
import io.feedmill.common.recall.ChangeNotice;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.storage.SuspendSafeClock.Time;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.memory.FaultRules;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OnReadAuthorsTest {
    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = new MemoryStores(clock);
    private final OnReadStore store = stores.onRead();
    private final AtomicInteger reads = new AtomicInteger();
    private final FaultRules calls = new FaultRules().before(call -> reads.incrementAndGet());
    private final Deque<Runnable> background = new ArrayDeque<>();
    private final SuspendSafeClock clocks = new SuspendSafeClock(clock::nanoTime, clock);
    private final OnReadAuthors authors = new OnReadAuthors(stores.stores(calls).onRead(), clocks, background::add);

    private void pass(int seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    @Test
    void theListIsReadInTheBackgroundEveryTenSeconds() {
        assertThat(authors.isEmpty()).isTrue();
        store.list(user("ann"), false);
        pass(9);
        assertThat(authors.isEmpty()).isTrue();
        assertThat(reads).hasValue(1);
        pass(1);
        assertThat(authors.isEmpty()).isTrue();
        refresh();
        assertThat(authors.isEmpty()).isFalse();
        assertThat(reads).hasValue(2);
    }

    private void refresh() {
        authors.isEmpty();
        while (!background.isEmpty()) {
            background.remove().run();
        }
    }

    @Test
    void withoutAFreshListNoPageIsMadeAndPostsArePushed() {
        store.list(user("ann"), false);
        refresh();
        pass(31);
        assertThat(authors.mode(user("ann"))).isEqualTo(Mode.ON_READ);
        calls.refuse(call -> true, Kind.TRANSIENT);
        pass(29);
        assertThat(authors.mode(user("ann"))).isEqualTo(Mode.ON_READ);
        pass(2);
        assertThat(authors.mode(user("ann"))).isEqualTo(Mode.PUSH);
        assertThatThrownBy(() -> authors.sourcesOf(users("ann"))).isInstanceOf(StorageException.class);
    }

    /** Pages of other instances may not have the author before. */
    @Test
    void postsAreOnReadThirtySecondsAfterTheAuthorWasSeenOnTheListUntilTheAuthorIsTakenOff() {
        store.list(user("ann"), false);
        refresh();
        pass(30);
        assertThat(authors.mode(user("ann"))).isEqualTo(Mode.PUSH);
        pass(1);
        assertThat(authors.mode(user("ann"))).isEqualTo(Mode.ON_READ);
        store.takeOff(user("ann"));
        pass(30);
        assertThat(authors.mode(user("ann"))).isEqualTo(Mode.PUSH);
        store.list(user("ann"), false);
        pass(10);
        refresh();
        pass(30);
        assertThat(authors.mode(user("ann"))).isEqualTo(Mode.PUSH);
        pass(1);
        assertThat(authors.mode(user("ann"))).isEqualTo(Mode.ON_READ);
    }

    private void poll(Time from, ChangeNotice... fresh) {
        authors.polled(List.of(fresh), new Polls(from, clocks.now()));
    }

    private static ChangeNotice listing(String author) {
        return new ChangeNotice.OfListing(user(author), new JobId(1, "1".repeat(11)));
    }

    @Test
    void withPollsOnlyTheEntriesThatNoticesNameAreRead() {
        refresh();
        Time from = clocks.now();
        poll(from);
        for (int minute = 1; minute <= 10; minute++) {
            pass(9);
            poll(from);
            assertThat(authors.isEmpty()).isTrue();
        }
        assertThat(reads).hasValue(1);
        store.list(user("ann"), false);
        poll(from, listing("ann"));
        assertThat(authors.find(user("ann"))).isPresent();
        assertThat(reads).hasValue(2);
        pass(6);
        poll(from);
        assertThat(reads)
                .as("a read may have found the notice before the entry")
                .hasValue(3);
        pass(31);
        poll(from);
        assertThat(authors.mode(user("ann"))).isEqualTo(Mode.ON_READ);
        store.takeOff(user("ann"));
        poll(from, listing("ann"));
        assertThat(authors.mode(user("ann"))).isEqualTo(Mode.PUSH);
        assertThat(reads).hasValue(4);
        assertThat(background).isEmpty();
    }

    @Test
    void afterAGapBetweenPollsTheListIsReadWhole() {
        refresh();
        poll(clocks.now());
        store.list(user("ann"), false);
        pass(10);
        poll(clocks.now());
        refresh();
        assertThat(authors.isEmpty()).isFalse();
        assertThat(reads).hasValue(2);
    }

    @Test
    void ifAnEntryCannotBeReadTheListIsReadWhole() {
        refresh();
        Time from = clocks.now();
        poll(from);
        store.list(user("ann"), false);
        calls.refuse(call -> true, Kind.TRANSIENT);
        poll(from, listing("ann"));
        calls.clear();
        calls.before(call -> reads.incrementAndGet());
        pass(10);
        poll(from);
        refresh();
        assertThat(authors.isEmpty()).isFalse();
    }

    @Test
    void anAuthorMayBeListedIfNoCopyThatIsYoungEnoughSaysOtherwise() {
        assertThat(authors.mayBeListed(user("ann"))).isTrue();
        refresh();
        assertThat(authors.mayBeListed(user("ann"))).isFalse();
        pass(30);
        assertThat(authors.mayBeListed(user("ann"))).isTrue();
    }
}
