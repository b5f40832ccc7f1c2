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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesResponse;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlResponse;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;

@ExtendWith(OutputCaptureExtension.class)
class QueueSizeMonitorTest {
    private final Sqs sqs = new Sqs();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final QueueSizeMonitor watch =
            new QueueSizeMonitor(new QueueSizes(sqs, new QueueSchema("t-")), new QueueMetrics(meters));

    /** Returns the sizes of its queues. */
    private static final class Sqs implements SqsClient {
        private final Map<String, Map<QueueAttributeName, String>> counts = new HashMap<>();

        void holds(String queue, int visible, int inFlight, int delayed) {
            counts.put(
                    queue,
                    Map.of(
                            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES, "" + visible,
                            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE, "" + inFlight,
                            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED, "" + delayed));
        }

        @Override
        public GetQueueUrlResponse getQueueUrl(GetQueueUrlRequest request) {
            return GetQueueUrlResponse.builder().queueUrl(request.queueName()).build();
        }

        @Override
        public GetQueueAttributesResponse getQueueAttributes(GetQueueAttributesRequest request) {
            Map<QueueAttributeName, String> found = counts.get(request.queueUrl());
            if (found == null) {
                throw QueueDoesNotExistException.builder().statusCode(400).build();
            }
            return GetQueueAttributesResponse.builder().attributes(found).build();
        }

        @Override
        public String serviceName() {
            return SERVICE_NAME;
        }

        @Override
        public void close() {}
    }

    private double messages(String queue, String state) {
        return meters.get("feedmill.queue.messages")
                .tags("queue", queue, "state", state)
                .gauge()
                .value();
    }

    @Test
    void sizesOfQueuesAndDeadLetterQueuesAreGauges() {
        sqs.holds("t-publish", 1, 2, 3);
        sqs.holds("t-publish-dead", 4, 0, 0);
        sqs.holds("t-deliver", 5, 6, 7);
        sqs.holds("t-deliver-dead", 0, 8, 0);
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
        sqs.holds("t-deliver-dead", 9, 0, 0);
        assertThat(messages("deliver-dead", "visible")).isNaN();
        watch.count();
        assertThat(messages("publish", "visible")).isNaN();
        assertThat(messages("deliver-dead", "visible")).isEqualTo(9);
        sqs.counts.clear();
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
        sqs.holds("t-publish", 0, 0, 0);
        sqs.holds("t-publish-dead", 0, 0, 0);
        sqs.holds("t-deliver", 0, 0, 0);
        sqs.holds("t-views", 0, 0, 0);
        sqs.holds("t-views-dead", 0, 0, 0);
        sqs.holds("t-upkeep", 0, 0, 0);
        sqs.holds("t-upkeep-dead", 0, 0, 0);
        watch.count();
        watch.count();
        sqs.holds("t-deliver-dead", 0, 0, 0);
        watch.count();
        assertThat(lines(output))
                .containsExactly(
                        "Cannot count messages queue=\"deliver-dead\"",
                        "Messages counted again queue=\"deliver-dead\"");
    }
}
