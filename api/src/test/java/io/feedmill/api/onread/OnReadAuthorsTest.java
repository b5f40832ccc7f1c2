package io.feedmill.api.onread;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.onread.OnReadAuthor;
import io.feedmill.common.onread.OnReadStore;
import io.feedmill.common.post.Mode;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.memory.FaultRules;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OnReadAuthorsTest {
    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = new MemoryStores(clock);
    private final OnReadStore store = stores.onRead();
    private final AtomicInteger reads = new AtomicInteger();
    private final FaultRules calls = new FaultRules().before(call -> reads.incrementAndGet());
    private final Deque<Runnable> background = new ArrayDeque<>();
    private final OnReadAuthors authors = new OnReadAuthors(
            stores.stores(calls).onRead(), new SuspendSafeClock(clock::nanoTime, clock), background::add);

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

    @Test
    void aListThatIsThirtySecondsOldIsReadFirst() {
        assertThat(authors.find(user("ann"))).isEmpty();
        store.list(user("ann"), false);
        pass(30);
        assertThat(authors.find(user("ann"))).isPresent();
    }

    private PostId post() {
        return new PostId(Ticks.ofInstant(clock.instant()), "11111111111");
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
        pass(61);
        assertThat(authors.mode(user("ann"), post())).isEqualTo(Mode.ON_READ);
        calls.refuse(call -> true, Kind.TRANSIENT);
        pass(29);
        assertThat(authors.mode(user("ann"), post())).isEqualTo(Mode.ON_READ);
        pass(1);
        assertThat(authors.mode(user("ann"), post())).isEqualTo(Mode.PUSH);
        assertThatThrownBy(() -> authors.readBy(listed -> users("ann"))).isInstanceOf(StorageException.class);
    }

    /** A clock that is ahead is at the begin before the pages of other instances read the author's feed. */
    @Test
    void postsAreOnReadOnlyOfAuthorsWhomAllCopiesOfTheListHave() {
        store.list(user("ann"), false);
        PostId ahead = new PostId(store.all().getFirst().from(), "11111111111");
        assertThat(authors.mode(user("ann"), ahead)).isEqualTo(Mode.PUSH);
        pass(30);
        assertThat(authors.mode(user("ann"), ahead)).isEqualTo(Mode.PUSH);
        clock.advance(Duration.ofNanos(1));
        assertThat(authors.mode(user("ann"), ahead)).isEqualTo(Mode.ON_READ);
        store.takeOff(user("ann"));
        pass(10);
        refresh();
        store.list(user("ann"), false);
        pass(31);
        PostId again = new PostId(store.all().getFirst().from(), "11111111111");
        assertThat(authors.mode(user("ann"), again)).isEqualTo(Mode.PUSH);
    }

    @Test
    void postsAreOnReadFromTheBeginToTheEnd() {
        store.list(user("ann"), false);
        store.takeOff(user("ann"));
        OnReadAuthor entry = store.all().getFirst();
        assertThat(entry.publishesOnRead(entry.from() - 1)).isFalse();
        OnReadAuthor longer = new OnReadAuthor(entry.author(), 100, 200L, false);
        assertThat(longer.publishesOnRead(100)).isTrue();
        assertThat(longer.publishesOnRead(199)).isTrue();
        assertThat(longer.publishesOnRead(200)).isFalse();
        long clocks = Duration.ofMinutes(20).toNanos();
        assertThat(longer.isReadFromAuthor(199 + clocks)).isTrue();
        assertThat(longer.isReadFromAuthor(200 + clocks)).isFalse();
    }

    @Test
    void aReaderReadsFollowedAuthorsAndThoseOfEverybody() {
        store.list(user("ann"), false);
        store.list(user("bob"), false);
        store.list(user("news"), true);
        assertThat(authors.readBy(listed -> users("ann", "cid", "news")))
                .extracting(entry -> entry.author().value())
                .containsExactly("ann", "news");
    }
}
