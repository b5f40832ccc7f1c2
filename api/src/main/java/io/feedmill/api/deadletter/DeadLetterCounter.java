package io.feedmill.api.deadletter;

import io.feedmill.api.http.Iso;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage;
import io.feedmill.common.queue.Queue;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.stereotype.Component;

/** Counts the dead-letter messages by queue and reason. */
@Component
record DeadLetterCounter(DeadLetterBrowser browser, Clock clock) {
    /** The messages by queue and reason; unless {@code complete} a queue has more than a call reads. About {@code hidden} are in flight elsewhere. */
    record DeadLetterGroups(List<GroupResponse> items, boolean complete, int hidden) {}

    /** The dead-letter messages of one queue with one reason; times in the format of {@link Iso}, ages in ISO 8601. */
    record GroupResponse(String queue, String reason, int count, String oldestAt, String oldestAge) {

        /** @param sent when the messages were dead-lettered */
        static GroupResponse of(Queue queue, String reason, List<Instant> sent, Instant now) {
            Instant oldest = Collections.min(sent);
            return new GroupResponse(queue.suffix(), reason, sent.size(), Iso.format(oldest), Iso.age(oldest, now));
        }
    }

    /** Reads one queue after the other; each has an equal share of the call's time. */
    DeadLetterGroups count() {
        List<GroupResponse> items = new ArrayList<>();
        boolean complete = true;
        int hidden = 0;
        Duration share = DeadLetterBrowser.MAX_CALL.dividedBy(Queue.values().length);
        for (Queue queue : Queue.values()) {
            long end = browser.after(share);
            Map<String, List<Instant>> groups = new TreeMap<>();
            DeadLetterBrowser.Result result = browser.browse(queue, end, messages -> add(messages, groups));
            groups.forEach((reason, sent) -> items.add(GroupResponse.of(queue, reason, sent, clock.instant())));
            complete &= result.complete();
            hidden += result.hidden();
        }
        return new DeadLetterGroups(items, complete, hidden);
    }

    private static List<DeadLetterMessage> add(List<DeadLetterMessage> messages, Map<String, List<Instant>> groups) {
        messages.forEach(message -> groups.computeIfAbsent(message.reason(), reason -> new ArrayList<>())
                .add(message.sentAt()));
        return List.of();
    }
}
