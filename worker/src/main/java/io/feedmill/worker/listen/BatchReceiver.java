package io.feedmill.worker.listen;

import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage.Views;
import io.feedmill.common.queue.UnreadableMessageException;
import io.feedmill.common.storage.Deadline;
import io.feedmill.worker.stop.Work;
import io.feedmill.worker.stop.WorkDeadlines;
import io.feedmill.worker.view.ViewGroup;
import io.feedmill.worker.view.ViewSettings;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** The way of a batch through the worker: messages of views with those of other batches, by their posts; all others one by one. */
@Component
public final class BatchReceiver {
    private final MessageReceiver receiver;
    private final WorkDeadlines deadlines;
    private final ViewSettings settings;
    private final BatchCollector<Views> gathering;

    public BatchReceiver(MessageReceiver receiver, WorkDeadlines deadlines, ViewSettings settings) {
        this.receiver = receiver;
        this.deadlines = deadlines;
        this.settings = settings;
        this.gathering =
                new BatchCollector<>(settings.batch(), settings.gather(), settings.batches(), deadlines::stopping);
    }

    /** The ids of messages that may be deleted, these and maybe others; what is not named comes back once its visibility timeout is over. */
    public Set<String> receive(Queue queue, Map<String, String> bodies) {
        Set<String> done = new HashSet<>();
        Map<String, Views> views = new LinkedHashMap<>();
        bodies.forEach((id, body) -> views(body).ifPresent(message -> views.put(id, message)));
        bodies.forEach((id, body) -> {
            if (!views.containsKey(id) && isDone(queue, body)) {
                done.add(id);
            }
        });
        if (!views.isEmpty()) {
            done.addAll(count(views));
        }
        return done;
    }

    /** Of the whole batch that they were counted with. */
    private Set<String> count(Map<String, Views> views) {
        try (Work work = deadlines.begin(settings.deadline())) {
            return gathering.work(views, batch -> count(batch, work.deadline()));
        }
    }

    private Set<String> count(Map<String, Views> batch, Deadline deadline) {
        Set<String> done = ConcurrentHashMap.newKeySet();
        Parallel.forEach(ViewGroup.of(batch), settings.parallel(), group -> {
            if (isDone(group, deadline)) {
                done.addAll(group.ids());
            }
        });
        return done;
    }

    /** Empty for what is none, or cannot be read. */
    private static Optional<Views> views(String body) {
        try {
            return MessageCodec.decode(body) instanceof Views views ? Optional.of(views) : Optional.empty();
        } catch (UnreadableMessageException e) {
            return Optional.empty();
        }
    }

    private boolean isDone(ViewGroup group, Deadline deadline) {
        return isDone(() -> receiver.work(group.message(), deadline));
    }

    private boolean isDone(Queue queue, String body) {
        return isDone(() -> receiver.receive(queue, body));
    }

    /** What fails is logged where it does; it keeps no other message from being worked on. */
    private static boolean isDone(Runnable work) {
        try {
            work.run();
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }
}
