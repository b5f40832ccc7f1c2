package io.feedmill.worker.counter;

import io.feedmill.common.counter.ViewStore.PostViews;
import io.feedmill.common.counter.Views;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
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

/** Counts views in batches of several polls, grouped by post, and acknowledges each message for itself. */
@Component
public record ViewsListener(
        QueueListener listener,
        Requeues requeues,
        WorkDeadlines deadlines,
        ViewBatches batches,
        BatchCollector<Views> collector,
        Clock clock)
        implements BatchListener {

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
    }

    @Bean
    static ViewBatches viewBatches() {
        return ViewBatches.DEFAULT;
    }

    @Bean
    public static BatchCollector<Views> viewCollector(ViewBatches of, WorkDeadlines deadlines, ProcessTime time) {
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
        Map<String, Views> views = new LinkedHashMap<>();
        messages.forEach((id, message) -> {
            if (succeeds(() -> read(id, message, views)) && !views.containsKey(id)) {
                done.add(id);
            }
        });
        if (!views.isEmpty()) {
            try (Work work = deadlines.begin(batches.deadline())) {
                done.addAll(collector.process(views, batch -> count(batch, work.deadline())));
            }
        }
        return done;
    }

    /** Adds the message to the views. Processes one of another type. */
    private void read(String id, Message<String> message, Map<String, Views> views) {
        Receipt receipt = Receipt.of(message, clock.instant());
        listener.read(Queue.VIEWS, message.getPayload(), receipt, decoded -> {
            if (decoded instanceof Views viewed) {
                views.put(id, viewed);
            } else {
                listener.process(decoded, receipt);
            }
        });
    }

    private Set<String> count(Map<String, Views> batch, Deadline deadline) {
        Stream<ViewGroup> groups = ViewGroup.of(batch).stream();
        Stream<List<String>> counted = batches.parallel() == 1
                ? groups.map(group -> count(group, deadline))
                : groups.gather(Gatherers.mapConcurrent(batches.parallel(), group -> count(group, deadline)));
        return counted.flatMap(List::stream).collect(Collectors.toSet());
    }

    private List<String> count(ViewGroup group, Deadline deadline) {
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

    /** Messages about one post that fit into one transaction: their ids, and one with all viewers, each once, and the highest attempt. */
    public record ViewGroup(List<String> ids, Views message) {

        /** Groups messages, by their ids. No message is split. */
        public static List<ViewGroup> of(Map<String, Views> messages) {
            Map<PostId, List<ViewGroup>> posts = new LinkedHashMap<>();
            messages.forEach((id, message) -> {
                List<ViewGroup> groups = posts.computeIfAbsent(message.post(), any -> new ArrayList<>());
                ViewGroup single = new ViewGroup(List.of(id), message.with(SendHistory.ofAttempt(message.attempt())));
                Optional<ViewGroup> both =
                        groups.isEmpty() ? Optional.empty() : groups.getLast().plus(single);
                both.ifPresent(grown -> groups.removeLast());
                groups.add(both.orElse(single));
            });
            return posts.values().stream().flatMap(List::stream).toList();
        }

        /** Returns empty if the group would have too many viewers. */
        private Optional<ViewGroup> plus(ViewGroup more) {
            List<UserId> viewers = Stream.concat(message.viewers().stream(), more.message.viewers().stream())
                    .distinct()
                    .sorted()
                    .toList();
            if (viewers.size() > PostViews.MAX) {
                return Optional.empty();
            }
            SendHistory history = SendHistory.ofAttempt(Math.max(message.attempt(), more.message.attempt()));
            return Optional.of(new ViewGroup(
                    Stream.concat(ids.stream(), more.ids.stream()).toList(),
                    new Views(message.post(), message.author(), viewers, history)));
        }
    }
}
