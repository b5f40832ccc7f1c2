package io.feedmill.faults.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.protocol.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class DeliveriesTest {
    private final Deliveries deliveries = new Deliveries();

    @Test
    void givesOutWhatIsDueInTheOrderOfWhenItWas() {
        deliveries.keep("q", message("c"), 30);
        deliveries.keep("q", message("a"), 10);
        deliveries.keep("q", message("b"), 10);
        assertThat(take("q", 10, 9)).isEmpty();
        assertThat(take("q", 10, 29)).containsExactly("a", "b");
        assertThat(take("q", 10, 30)).containsExactly("c");
        assertThat(take("q", 10, 30)).isEmpty();
    }

    @Test
    void givesOutNoMoreThanIsAskedFor() {
        deliveries.keep("q", message("a"), 1);
        deliveries.keep("q", message("b"), 2);
        assertThat(take("q", 0, 5)).isEmpty();
        assertThat(take("q", 1, 5)).containsExactly("a");
        assertThat(take("q", 1, 5)).containsExactly("b");
    }

    @Test
    void keepsQueuesApart() {
        deliveries.keep("q", message("a"), 1);
        assertThat(take("other", 10, 5)).isEmpty();
        assertThat(deliveries.next("other")).isEmpty();
        assertThat(deliveries.next("q")).hasValue(1);
    }

    private List<String> take(String queue, int atMost, long now) {
        return deliveries.take(queue, atMost, now).stream()
                .map(message -> message.path("Body").asString())
                .toList();
    }

    private static ObjectNode message(String body) {
        return Json.object().put("Body", body);
    }
}
