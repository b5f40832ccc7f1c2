package io.feedmill.testkit;

import io.feedmill.common.deadletter.DeadLetterStore;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage.Handle;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.Queue;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Dead-letter messages in memory, in the order of their arrival. Thread-safe. */
public final class MemoryDeadLetterStore implements DeadLetterStore {
    private final Clock clock;
    private final List<Entry> entries = new ArrayList<>();
    private final List<Redriven> redriven = new ArrayList<>();
    private Predicate<DeadLetterMessage> stuck = message -> false;
    private @Nullable RuntimeException failure;

    public MemoryDeadLetterStore(Clock clock) {
        this.clock = clock;
    }

    /** A message and the end of its visibility timeout. */
    private record Entry(Queue queue, DeadLetterMessage message, Instant hiddenUntil) {}

    /** A redriven message: its queue, its body and its message group; null: no group. */
    public record Redriven(
            Queue queue, String body, @Nullable String group) {}

    /** Adds a dead-letter message, sent now. */
    public synchronized void add(Queue queue, String reason, String body) {
        Handle handle = new Handle(UUID.randomUUID().toString(), "0");
        entries.add(new Entry(queue, new DeadLetterMessage(handle, reason, clock.instant(), body), Instant.MIN));
    }

    @Override
    public synchronized List<DeadLetterMessage> receive(Queue queue, Duration hidden) {
        throwFailure();
        List<Entry> found = entries.stream()
                .filter(entry -> entry.queue() == queue && !isHidden(entry))
                .limit(MAX_AT_ONCE)
                .toList();
        Instant until = clock.instant().plus(hidden);
        return found.stream()
                .map(entry -> replace(entry, received(entry.message()), until))
                .toList();
    }

    /** Returns the message with a new receipt. */
    private static DeadLetterMessage received(DeadLetterMessage message) {
        Handle handle = new Handle(message.handle().id(), UUID.randomUUID().toString());
        return new DeadLetterMessage(handle, message.reason(), message.sentAt(), message.body());
    }

    @Override
    public synchronized void release(Queue queue, Collection<Handle> messages) {
        List.copyOf(entries).stream()
                .filter(entry -> messages.contains(entry.message().handle()))
                .forEach(entry -> replace(entry, entry.message(), Instant.MIN));
    }

    private DeadLetterMessage replace(Entry entry, DeadLetterMessage message, Instant hiddenUntil) {
        entries.set(entries.indexOf(entry), new Entry(entry.queue(), message, hiddenUntil));
        return message;
    }

    @Override
    public synchronized List<DeadLetterMessage> redrive(Queue queue, List<DeadLetterMessage> messages) {
        throwFailure();
        List<DeadLetterMessage> moved =
                messages.stream().filter(message -> !stuck.test(message)).toList();
        for (DeadLetterMessage message : moved) {
            UserId author = message.author(Messages.CODEC);
            redriven.add(new Redriven(queue, message.redriven(Messages.CODEC), author == null ? null : author.value()));
            entries.removeIf(entry ->
                    entry.message().handle().id().equals(message.handle().id()));
        }
        return moved;
    }

    @Override
    public synchronized int inFlight(Queue queue) {
        throwFailure();
        return (int) entries.stream()
                .filter(entry -> entry.queue() == queue && isHidden(entry))
                .count();
    }

    private boolean isHidden(Entry entry) {
        return entry.hiddenUntil().isAfter(clock.instant());
    }

    private void throwFailure() {
        if (failure != null) {
            throw failure;
        }
    }

    /** Returns the redriven messages, oldest first. */
    public synchronized List<Redriven> redriven() {
        return List.copyOf(redriven);
    }

    /** Returns the bodies of the queue's dead-letter messages, hidden or not. */
    public synchronized List<String> bodies(Queue queue) {
        return entries.stream()
                .filter(entry -> entry.queue() == queue)
                .map(entry -> entry.message().body())
                .toList();
    }

    /** Removes all messages. */
    public synchronized void clear() {
        entries.clear();
    }

    /** Fails the redrive of each matching message. */
    public synchronized void stick(Predicate<DeadLetterMessage> messages) {
        stuck = messages;
    }

    /** Fails every call except releases; null: fails no more. */
    public synchronized void failWith(@Nullable RuntimeException exception) {
        failure = exception;
    }
}
