package io.feedmill.worker.counter;

import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The batches in which views are counted. The more views of a post a batch holds, the fewer writes a view takes.
 *
 * @param messages messages at which a batch closes
 * @param concurrent batches that this process handles at the same time; up to {@code messages} times {@code concurrent} messages are received and
 *     not deleted
 * @param window how long a batch waits for more messages
 * @param parallel groups of a batch that are counted at the same time
 * @param deadline how long a batch may write, from its first receipt
 */
public record ViewBatches(int messages, int concurrent, Duration window, int parallel, Duration deadline) {
    /**
     * A thousand messages come within the second that a view may well wait; while one batch is counted, the next one is filled. The deadline is half
     * the visibility timeout of the queue, and at least the window and a read, a write and a call to requeue.
     */
    public static final ViewBatches DEFAULT =
            new ViewBatches(1_000, 2, Duration.ofSeconds(1), 8, Duration.ofSeconds(30));

    @Configuration(proxyBeanMethods = false)
    static class ViewConfiguration {

        @Bean
        ViewBatches viewBatches() {
            return DEFAULT;
        }
    }
}
