package io.feedmill.api.onread;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        assertThatThrownBy(() -> authors.readBy(listed -> users("ann"))).isInstanceOf(StorageException.class);
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
        pass(30);
        assertThat(authors.mode(user("ann"))).as("all have the row").isEqualTo(Mode.ON_READ);
    }
}
