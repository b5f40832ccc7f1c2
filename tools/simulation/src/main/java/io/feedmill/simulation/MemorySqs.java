package io.feedmill.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** The standard queues of SQS in memory: delays, visibility timeouts, receive counts, dead-letter queues, no order. {@link SimulatedSqs} are its clients. */
final class MemorySqs {
    private static final String DEAD = "-dead";

    private final VirtualTime time;
    private final int receives;
    private final Map<String, Map<String, Held>> queues = new LinkedHashMap<>();
    private final Map<String, List<Runnable>> listeners = new HashMap<>();
    private final Map<String, Long> heldUp = new HashMap<>();
    private final Waits waits = new Waits();
    private long number;

    /** @param receives after which a message goes to the dead-letter queue */
    MemorySqs(VirtualTime time, int receives) {
        this.time = time;
        this.receives = receives;
    }

    /** A message in its queue. */
    static final class Held {
        final String id;
        final String body;
        final Map<String, MessageAttributeValue> attributes;
        private final long sentAt;
        private long visibleAt;
        private long firstReceivedAt;
        private int received;
        private String receipt = "";

        private Held(
                String id, String body, Map<String, MessageAttributeValue> attributes, long sentAt, long visibleAt) {
            this.id = id;
            this.body = body;
            this.attributes = attributes;
            this.sentAt = sentAt;
            this.visibleAt = visibleAt;
        }

        private Message message() {
            return Message.builder()
                    .messageId(id)
                    .body(body)
                    .receiptHandle(receipt)
                    .messageAttributes(attributes)
                    .attributes(Map.of(
                            MessageSystemAttributeName.SENT_TIMESTAMP, millis(sentAt),
                            MessageSystemAttributeName.APPROXIMATE_FIRST_RECEIVE_TIMESTAMP, millis(firstReceivedAt),
                            MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT, Integer.toString(received)))
                    .build();
        }

        private static String millis(long nanos) {
            return Long.toString(nanos / 1_000_000);
        }
    }

    private Map<String, Held> queue(String name) {
        return queues.computeIfAbsent(name, none -> new LinkedHashMap<>());
    }

    /** Sends a message; returns its id. */
    String send(String queue, String body, @Nullable Integer delay, Map<String, MessageAttributeValue> attributes) {
        String id = "m" + number++;
        long visible =
                time.now() + Duration.ofSeconds(delay == null ? 0 : delay).toNanos();
        queue(queue).put(id, new Held(id, body, Map.copyOf(attributes), time.now(), visible));
        waits.sent(id, body, time.now(), visible - time.now());
        changed(queue);
        return id;
    }

    Waits waits() {
        return waits;
    }

    /** Runs this when the messages of a queue change. */
    void onSend(String queue, Runnable listener) {
        listeners.computeIfAbsent(queue, none -> new ArrayList<>()).add(listener);
    }

    void offSend(String queue, Runnable listener) {
        listeners.getOrDefault(queue, List.of()).remove(listener);
    }

    private void changed(String queue) {
        List.copyOf(listeners.getOrDefault(queue, List.of())).forEach(Runnable::run);
    }

    /** Receives up to a number of visible messages, the one that waits longest first. */
    List<Message> receive(String queue, int max, Duration visibility) {
        List<Message> received = new ArrayList<>();
        for (Held held : visible(queue).limit(max).toList()) {
            if (!queue.endsWith(DEAD) && held.received >= receives) {
                queue(queue).remove(held.id);
                queue(queue + DEAD).put(held.id, held);
                continue;
            }
            held.received++;
            held.firstReceivedAt = held.firstReceivedAt == 0 ? time.now() : held.firstReceivedAt;
            held.visibleAt = time.now() + visibility.toNanos();
            held.receipt = held.id + "#" + number++;
            received.add(held.message());
        }
        return received;
    }

    /** Lets nobody receive a message of the queue for this time. */
    void holdUp(String queue, long nanos) {
        heldUp.put(queue, time.now() + nanos);
    }

    /** Ends all that. */
    void holdUpNothing() {
        List<String> all = List.copyOf(heldUp.keySet());
        heldUp.clear();
        all.stream().sorted().forEach(this::changed);
    }

    private Stream<Held> visible(String queue) {
        boolean held = heldUp.getOrDefault(queue, 0L) > time.now();
        return held ? Stream.of() : queue(queue).values().stream().filter(each -> each.visibleAt <= time.now());
    }

    /** When the next message of the queue can be received; empty: none waits. */
    Optional<Long> nextVisible(String queue) {
        return queue(queue).values().stream()
                .map(held -> Math.max(held.visibleAt, heldUp.getOrDefault(queue, 0L)))
                .min(Long::compare);
    }

    /** Lets SQS deliver a message once more, although it is in process or deleted. */
    void redeliver(String queue, Message message) {
        Held again = queue(queue).get(message.messageId());
        if (again == null) {
            again = new Held(message.messageId(), message.body(), message.messageAttributes(), time.now(), time.now());
            again.received = 1;
            queue(queue).put(again.id, again);
        }
        again.visibleAt = time.now();
        changed(queue);
    }

    /** Deletes by a receipt handle, also an older one of the message: SQS does so, mostly. */
    void delete(String queue, String receipt) {
        queue(queue).remove(id(receipt));
    }

    /** Changes the visibility of the message, if it is the last receipt. Returns whether it is in flight. */
    boolean changeVisibility(String queue, String receipt, int seconds) {
        Held held = queue(queue).get(id(receipt));
        if (held == null || !held.receipt.equals(receipt)) {
            return false;
        }
        held.visibleAt = time.now() + Duration.ofSeconds(seconds).toNanos();
        changed(queue);
        return true;
    }

    static String id(String receipt) {
        return receipt.substring(0, receipt.indexOf('#'));
    }

    /** The messages that could be received since this moment, and are not. */
    List<Held> waiting(long since) {
        return queues.entrySet().stream()
                .filter(queue -> !queue.getKey().endsWith(DEAD))
                .flatMap(queue -> queue.getValue().values().stream())
                .filter(held -> held.visibleAt <= since)
                .toList();
    }

    /** All messages of a queue. */
    List<Held> messages(String queue) {
        return List.copyOf(queue(queue).values());
    }

    Map<QueueAttributeName, String> sizes(String queue, Duration visibility) {
        long visible = visible(queue).count();
        long flying = queue(queue).values().stream()
                .filter(held -> held.visibleAt > time.now() && held.received > 0)
                .count();
        Map<QueueAttributeName, String> sizes = new HashMap<>();
        sizes.put(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES, Long.toString(visible));
        sizes.put(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE, Long.toString(flying));
        sizes.put(
                QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED,
                Long.toString(queue(queue).size() - visible - flying));
        sizes.put(QueueAttributeName.VISIBILITY_TIMEOUT, Long.toString(visibility.toSeconds()));
        sizes.put(QueueAttributeName.QUEUE_ARN, "arn:aws:sqs:eu-central-1:000000000000:" + queue);
        return sizes;
    }
}
