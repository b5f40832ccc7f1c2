package io.feedmill.worker.fanout;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.worker.fanout.DormantReaders.SeenReaders;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeenReadersTest {
    private static final int READERS = 100_000;

    private final SeenReaders readers = new SeenReaders();

    @Test
    void tellsWhatItWasTold() {
        assertThat(readers.seen(user("ann"))).isZero();
        readers.put(user("ann"), 7);
        assertThat(readers.seen(user("ann"))).isEqualTo(7);
        readers.put(user("ann"), 8);
        assertThat(readers.seen(user("ann"))).isEqualTo(8);
        assertThat(readers.seen(user("bob"))).isZero();
    }

    /** With random places a twentieth of the room is as full as this, and 2 % of these share one. */
    @Test
    void hasRoomForNearlyAllReadersWithIdsThatAreAlike() {
        IntStream.range(0, READERS).forEach(i -> readers.put(user("user-" + i), i + 1));
        long kept = IntStream.range(0, READERS)
                .filter(i -> readers.seen(user("user-" + i)) == i + 1)
                .count();
        assertThat(kept).isGreaterThan(READERS * 95L / 100);
        assertThat(IntStream.range(0, READERS).mapToLong(i -> readers.seen(user("other-" + i))))
                .containsOnly(0L);
    }
}
