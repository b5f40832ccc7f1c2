package io.feedmill.worker.counter;

import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.counter.Reactions;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Deadline;
import io.feedmill.worker.work.MessageHandler;
import io.feedmill.worker.work.Receipt;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Brings in line with the reactions to a post what is made of them: the row of its counts, and what each {@link ReactionStep} does. */
@Component
public record ReactionHandler(PostAuthors authors, CounterStore counters, List<ReactionStep> steps)
        implements MessageHandler<Reactions> {

    /** What a feature does after reactions to a post of this author were added or removed, any number of times, in any order. A bean. Thread-safe. */
    @FunctionalInterface
    public interface ReactionStep {
        void reacted(UserId author, Reactions reactions);
    }

    /** Reactions to a post that never existed are dropped. */
    @Override
    public Handled handle(Reactions message, Receipt receipt, Deadline deadline) {
        if (!deadline.hasRoomFor(ViewHandler.ROUND)) {
            return new Handled.Requeue(message.next());
        }
        Optional<UserId> author = authors.of(message.post());
        if (author.isPresent()) {
            counters.recount(message.post());
            steps.forEach(step -> step.reacted(author.get(), message));
        }
        return new Handled.Done();
    }
}
