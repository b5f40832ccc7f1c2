package io.feedmill.api.onread;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.common.onread.OnReadStore;
import io.feedmill.common.storage.TwoClocks;
import io.feedmill.testkit.FakeStores;
import io.feedmill.testkit.SettableClock;
import org.junit.jupiter.api.Test;

class OnReadControllerTest {
    private final SettableClock clock = new SettableClock();
    private final OnReadStore store = new FakeStores(clock).onRead();
    private final OnReadController controller =
            new OnReadController(store, new OnReadAuthors(store, new TwoClocks(clock::nanoTime, clock), Runnable::run));

    @Test
    void aFullListTakesNoAuthorMore() {
        for (int i = 0; i < OnReadStore.MAX; i++) {
            store.list(user("big-" + i), false);
        }
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> controller.putOnRead("ann"))
                .satisfies(
                        problem -> assertThat(problem.getBody().getTitle()).isEqualTo("List of authors on read full"));
        controller.putOnRead("big-1");
    }
}
