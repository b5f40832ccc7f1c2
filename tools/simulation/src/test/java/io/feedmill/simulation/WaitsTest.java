package io.feedmill.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WaitsTest {
    private static final String SLICE =
            "{\"type\":\"deliver\",\"author\":\"ann\",\"slice\":1,\"size\":2,\"delivered\":%d,"
                    + "\"attempt\":%d,\"rechecks\":%d}";

    private final Waits waits = new Waits();

    private void send(String id, String body, long second, long delay) {
        waits.sent(
                id,
                body,
                Duration.ofSeconds(second).toNanos(),
                Duration.ofSeconds(delay).toNanos());
    }

    private static String slice(int delivered, int attempt) {
        return SLICE.formatted(delivered, attempt, 0);
    }

    @Test
    void workMayWaitTwiceAsLongAsItMadeNoProgress() {
        send("first", slice(0, 0), 0, 0);
        waits.handle("first");
        send("second", slice(0, 1), 10, 24);
        waits.handle("second");
        send("third", slice(0, 2), 40, 84);
        assertThat(waits.wrong()).isEmpty();
        send("third", slice(0, 2), 40, 85);
        assertThat(waits.wrong()).singleElement().asString().contains("waits 85 s, for 40 s without progress");
    }

    @Test
    void workThatMadeProgressMayWaitForFourSeconds() {
        send("first", slice(0, 0), 0, 0);
        waits.handle("first");
        send("second", slice(1, 5), 100, 4);
        assertThat(waits.wrong()).isEmpty();
        send("second", slice(1, 5), 100, 5);
        assertThat(waits.wrong()).singleElement().asString().contains("waits 5 s, for 0 s without progress");
    }

    @Test
    void aPlanThatIsReceivedAgainMayWaitForItsSlices() {
        String plan = "{\"type\":\"plan\",\"author\":\"ann\",\"goesOn\":%s,\"attempt\":%d}";
        send("first", plan.formatted(false, 0), 0, 0);
        waits.handle("first");
        send("second", plan.formatted(true, 1), 2, 10);
        assertThat(waits.wrong()).isEmpty();
        send("second", plan.formatted(true, 1), 2, 11);
        assertThat(waits.wrong()).singleElement().asString().contains("waits 11 s, for 2 s without progress");
    }

    @Test
    void rechecksAndOtherWorkWaitAsTheySay() {
        send("first", slice(0, 0), 0, 0);
        waits.handle("first");
        send("recheck", SLICE.formatted(0, 1, 1), 1, 65);
        send("plan", "{\"type\":\"plan\",\"author\":\"ann\",\"attempt\":0}", 1, 10);
        send("planted", "no JSON", 1, 100);
        assertThat(waits.wrong()).isEmpty();
    }
}
