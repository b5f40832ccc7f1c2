package io.feedmill.chaos.fuzz;

import io.feedmill.chaos.plan.Poison;
import io.feedmill.common.counter.Views;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterException;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;
import io.feedmill.common.queue.Queue;
import io.feedmill.stack.QueueAccess;
import io.feedmill.stack.QueueAccess.DeadLetter;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.Table;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sends messages to the queues of workers and checks what became of each. */
public record MessageFuzz(QueueAccess queues, long seed, KnownJobs jobs, Screen screen) {
    private static final int AT_ONCE = 8;
    private static final Duration POLL = Duration.ofMillis(500);

    /** The cases that SQS took, and what became of them: dead letters, and the number of messages still in the queues. */
    public record Outcome(List<MessageCase> sent, List<DeadLetter> deadLetters, int left) {}

    /** Sends the cases of these numbers, several at once, and waits until the queues are empty. */
    public Outcome run(List<Integer> numbers, Duration limit) {
        List<MessageCase> sent = screen.each("messages", AT_ONCE, numbers, this::sent).stream()
                .flatMap(Optional::stream)
                .toList();
        List<DeadLetter> deadLetters = new ArrayList<>();
        RunClock.await(
                () -> {
                    deadLetters.addAll(queues.takeDeadLetters());
                    return queues.messages() == 0;
                },
                POLL,
                limit);
        deadLetters.addAll(queues.takeDeadLetters());
        return new Outcome(sent, deadLetters, queues.messages());
    }

    private Optional<MessageCase> sent(int number) {
        MessageCase message = MessageCase.of(seed, number, jobs);
        return queues.send(message.queue(), message.body(), message.attributes())
                ? Optional.of(message)
                : Optional.empty();
    }

    /** Returns a sentence for each message that was neither handled nor dead-lettered as it must be. */
    public List<String> findings(Outcome outcome) {
        Map<String, List<DeadLetter>> byBody =
                outcome.deadLetters().stream().collect(Collectors.groupingBy(MessageFuzz::key));
        Stream<String> each = outcome.sent().stream().flatMap(message -> {
            Optional<String> expected = jobs.reason(message.body()).map(DeadLetterReason::value);
            List<DeadLetter> found = byBody.getOrDefault(key(message), List.of());
            List<String> reasons = found.stream()
                    .map(dead -> String.valueOf(dead.reason()))
                    .distinct()
                    .toList();
            return reasons.equals(expected.stream().toList())
                    ? Stream.empty()
                    : Stream.of("Message %d of seed %d to %s (%s) was dead-lettered for %s instead of %s. It was: %s"
                            .formatted(
                                    message.number(),
                                    seed,
                                    message.queue().suffix(),
                                    message.mutation(),
                                    reasons,
                                    expected.stream().toList(),
                                    message.shown()));
        });
        return Stream.concat(each, left(outcome)).toList();
    }

    private Stream<String> left(Outcome outcome) {
        Stream<String> rest = outcome.left() == 0
                ? Stream.empty()
                : Stream.of("%,d messages are still in the queues.".formatted(outcome.left()));
        Set<String> sent = outcome.sent().stream().map(MessageFuzz::key).collect(Collectors.toSet());
        Stream<String> foreign = outcome.deadLetters().stream()
                .filter(dead -> !sent.contains(key(dead)))
                .map(dead -> "Queue %s has another dead-letter message, for the reason %s: %s"
                        .formatted(dead.queue(), dead.reason(), Shown.of(dead.body())));
        return Stream.concat(rest, foreign);
    }

    private static String key(MessageCase message) {
        return key(message.queue().suffix(), message.body());
    }

    private static String key(DeadLetter dead) {
        return key(dead.queue(), dead.body());
    }

    private static String key(String queue, String body) {
        return queue + " " + body;
    }

    /** Returns the viewers whom the messages count, by post. */
    public static Map<String, Set<String>> viewers(Outcome outcome) {
        Map<String, Set<String>> viewers = new TreeMap<>();
        for (MessageCase message : outcome.sent()) {
            try {
                if (Poison.CODEC.decode(message.body()) instanceof Views views) {
                    views.viewers()
                            .forEach(viewer -> viewers.computeIfAbsent(
                                            views.post().value(), post -> new TreeSet<>())
                                    .add(viewer.value()));
                }
            } catch (DeadLetterException e) {
                // It counts nobody.
            }
        }
        return viewers;
    }

    /** Returns a row for each queue. */
    public Table table(Outcome outcome) {
        Table table = new Table("queue", "cases", "handled", "dead-lettered", "reasons");
        for (Queue queue : Queue.values()) {
            List<DeadLetter> dead = outcome.deadLetters().stream()
                    .filter(message -> message.queue().equals(queue.suffix()))
                    .toList();
            Map<String, Long> reasons = dead.stream()
                    .collect(Collectors.groupingBy(
                            message -> String.valueOf(message.reason()), TreeMap::new, Collectors.counting()));
            long cases = outcome.sent().stream()
                    .filter(message -> message.queue() == queue)
                    .count();
            table.row(
                    queue.suffix(),
                    cases,
                    cases - dead.size(),
                    dead.size(),
                    reasons.entrySet().stream()
                            .map(reason -> reason.getKey() + " " + reason.getValue())
                            .collect(Collectors.joining(", ")));
        }
        return table;
    }
}
