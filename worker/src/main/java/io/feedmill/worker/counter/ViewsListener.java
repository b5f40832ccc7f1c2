package io.feedmill.worker.counter;

import io.feedmill.common.counter.CollectedMessage;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.MessageType;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.time.ProcessTime;
import io.feedmill.worker.listen.BatchListener;
import io.feedmill.worker.listen.QueueListener;
import io.feedmill.worker.listen.Requeues;
import io.feedmill.worker.work.Receipt;
import io.feedmill.worker.work.WorkDeadlines;
import io.feedmill.worker.work.WorkDeadlines.Work;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.messaging.Message;
import org.springframework.stereotype.Component;

/** Handles views and reactions in batches of several polls, grouped by type and post, and acknowledges each message for itself. */
@Component
public record ViewsListener(
        QueueListener listener,
        Requeues requeues,
        WorkDeadlines deadlines,
        ViewBatches batches,
        BatchCollector<CollectedMessage> collector,
        Clock clock)
        implements BatchListener {

    /**
     * The batches in which views are counted, and reactions. The more of a post a batch holds, the fewer writes one takes.
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
    }

    @Bean
    static ViewBatches viewBatches() {
        return ViewBatches.DEFAULT;
    }

    @Bean
    public static BatchCollector<CollectedMessage> viewCollector(
            ViewBatches of, WorkDeadlines deadlines, ProcessTime time) {
        return new BatchCollector<>(of.messages(), of.window(), of.concurrent(), deadlines::stopping, time);
    }

    @Override
    public Queue queue() {
        return Queue.VIEWS;
    }

    @Override
    public int maxMessages() {
        return batches.messages() * batches.concurrent();
    }

    @Override
    public Set<String> receive(Map<String, Message<String>> messages) {
        Set<String> done = new HashSet<>();
        Map<String, CollectedMessage> collected = new LinkedHashMap<>();
        messages.forEach((id, message) -> {
            if (succeeds(() -> read(id, message, collected)) && !collected.containsKey(id)) {
                done.add(id);
            }
        });
        if (!collected.isEmpty()) {
            try (Work work = deadlines.begin(batches.deadline())) {
                done.addAll(collector.process(collected, batch -> count(batch, work.deadline())));
            }
        }
        return done;
    }

    /** Adds the message to the collected ones. Processes one of another type. */
    private void read(String id, Message<String> message, Map<String, CollectedMessage> collected) {
        Receipt receipt = Receipt.of(message, clock.instant());
        listener.read(Queue.VIEWS, message.getPayload(), receipt, decoded -> {
            if (decoded instanceof CollectedMessage counted) {
                collected.put(id, counted);
            } else {
                listener.process(decoded, receipt);
            }
        });
    }

    private Set<String> count(Map<String, CollectedMessage> batch, Deadline deadline) {
        Stream<PostGroup> groups = PostGroup.of(batch).stream();
        Stream<List<String>> counted = batches.parallel() == 1
                ? groups.map(group -> count(group, deadline))
                : groups.gather(Gatherers.mapConcurrent(batches.parallel(), group -> count(group, deadline)));
        return counted.flatMap(List::stream).collect(Collectors.toSet());
    }

    private List<String> count(PostGroup group, Deadline deadline) {
        boolean done = succeeds(() -> requeues.send(listener.handle(group.message(), Receipt.UNKNOWN, deadline)));
        return done ? group.ids() : List.of();
    }

    /** A failure is logged where it happens, and does not stop the other messages of the batch. */
    private static boolean succeeds(Runnable work) {
        try {
            work.run();
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** Messages of one type and post that fit into one: their ids, and one that says all of them, with the highest attempt. */
    public record PostGroup(List<String> ids, CollectedMessage message) {
        private record TypeAndPost(MessageType<?> type, PostId post) {}

        /** Groups messages, by their ids. No message is split. */
        public static List<PostGroup> of(Map<String, ? extends CollectedMessage> messages) {
            Map<TypeAndPost, List<PostGroup>> posts = new LinkedHashMap<>();
            messages.forEach((id, message) -> {
                List<PostGroup> groups = posts.computeIfAbsent(
                        new TypeAndPost(message.type(), message.post()), any -> new ArrayList<>());
                PostGroup single = new PostGroup(List.of(id), message.with(SendHistory.ofAttempt(message.attempt())));
                Optional<PostGroup> both =
                        groups.isEmpty() ? Optional.empty() : groups.getLast().plus(single);
                both.ifPresent(grown -> groups.removeLast());
                groups.add(both.orElse(single));
            });
            return posts.values().stream().flatMap(List::stream).toList();
        }

        /** Returns empty if the group would be too large. */
        private Optional<PostGroup> plus(PostGroup more) {
            SendHistory history = SendHistory.ofAttempt(Math.max(message.attempt(), more.message.attempt()));
            List<String> all = Stream.concat(ids.stream(), more.ids.stream()).toList();
            return message.plus(more.message).map(both -> new PostGroup(all, both.with(history)));
        }
    }
}
