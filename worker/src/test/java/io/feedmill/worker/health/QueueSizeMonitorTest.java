package io.feedmill.worker.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.queue.QueueSchema;
import io.feedmill.common.queue.QueueSizes;
import io.feedmill.worker.metrics.QueueMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

@ExtendWith(OutputCaptureExtension.class)
class QueueSizeMonitorTest {
    private final Map<String, Map<QueueAttributeName, String>> counts = new HashMap<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final QueueSizeMonitor watch = new QueueSizeMonitor(
            new QueueSizes(new StubSqs(counts::get), new QueueSchema("t-")), new QueueMetrics(meters));

    private void holds(String queue, int visible, int inFlight, int delayed) {
        counts.put(
                queue,
                Map.of(
                        QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES, "" + visible,
                        QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE, "" + inFlight,
                        QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED, "" + delayed));
    }

    private double messages(String queue, String state) {
        return meters.get("feedmill.queue.messages")
                .tags("queue", queue, "state", state)
                .gauge()
                .value();
    }

    @Test
    void sizesOfQueuesAndDeadLetterQueuesAreGauges() {
        holds("t-publish", 1, 2, 3);
        holds("t-publish-dead", 4, 0, 0);
        holds("t-deliver", 5, 6, 7);
        holds("t-deliver-dead", 0, 8, 0);
        watch.count();
        assertThat(messages("publish", "visible")).isEqualTo(1);
        assertThat(messages("publish", "in_flight")).isEqualTo(2);
        assertThat(messages("publish", "delayed")).isEqualTo(3);
        assertThat(messages("publish-dead", "visible")).isEqualTo(4);
        assertThat(messages("deliver", "delayed")).isEqualTo(7);
        assertThat(messages("deliver-dead", "in_flight")).isEqualTo(8);
    }

    /** One queue that cannot be counted does not affect the others. */
    @Test
    void anUnknownSizeIsNotANumber() {
        holds("t-deliver-dead", 9, 0, 0);
        assertThat(messages("deliver-dead", "visible")).isNaN();
        watch.count();
        assertThat(messages("publish", "visible")).isNaN();
        assertThat(messages("deliver-dead", "visible")).isEqualTo(9);
        counts.clear();
        watch.count();
        assertThat(messages("deliver-dead", "visible")).isNaN();
    }

    private static String find(String regex, String line) {
        return Pattern.compile(regex)
                .matcher(line)
                .results()
                .findFirst()
                .orElseThrow()
                .group();
    }

    private static List<String> lines(CapturedOutput output) {
        return output.getOut()
                .lines()
                .filter(line -> line.contains("Cannot count messages") || line.contains("Messages counted again"))
                .map(line -> find("Cannot count messages|Messages counted again", line) + " "
                        + find("queue=\"[^\"]+\"", line))
                .toList();
    }

    /** Each queue has a failure log of its own: the success of one is no recovery of another. */
    @Test
    void aQueueThatCannotBeCountedIsLoggedOnce(CapturedOutput output) {
        Stream.of("publish", "publish-dead", "deliver", "views", "views-dead", "upkeep", "upkeep-dead")
                .forEach(queue -> holds("t-" + queue, 0, 0, 0));
        watch.count();
        watch.count();
        holds("t-deliver-dead", 0, 0, 0);
        watch.count();
        assertThat(lines(output))
                .containsExactly(
                        "Cannot count messages queue=\"deliver-dead\"",
                        "Messages counted again queue=\"deliver-dead\"");
    }
}
