package io.feedmill.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.Receives.DelayedMessages;
import io.feedmill.faults.protocol.Body;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class DelayedMessagesTest {
    private final DelayedMessages delayed = new DelayedMessages();

    @Test
    void returnsDueMessagesInTheOrderOfTheirDueTimes() {
        delayed.add("q", message("c"), 30);
        delayed.add("q", message("a"), 10);
        delayed.add("q", message("b"), 10);
        assertThat(take("q", 10, 9)).isEmpty();
        assertThat(take("q", 10, 29)).containsExactly("a", "b");
        assertThat(take("q", 10, 30)).containsExactly("c");
        assertThat(take("q", 10, 30)).isEmpty();
    }

    @Test
    void returnsAtMostTheRequestedNumber() {
        delayed.add("q", message("a"), 1);
        delayed.add("q", message("b"), 2);
        assertThat(take("q", 0, 5)).isEmpty();
        assertThat(take("q", 1, 5)).containsExactly("a");
        assertThat(take("q", 1, 5)).containsExactly("b");
    }

    @Test
    void keepsQueuesApart() {
        delayed.add("q", message("a"), 1);
        assertThat(take("other", 10, 5)).isEmpty();
        assertThat(delayed.nextDue("other")).isEmpty();
        assertThat(delayed.nextDue("q")).hasValue(1);
    }

    private List<String> take(String queue, int max, long now) {
        return delayed.take(queue, max, now).stream()
                .map(message -> message.path("Body").asString())
                .toList();
    }

    private static ObjectNode message(String body) {
        return Body.newObject().put("Body", body);
    }
}
