package io.feedmill.api.deadletter;

import io.feedmill.common.deadletter.DeadLetterMessage;
import io.feedmill.common.queue.Queue;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts the dead letters by queue and reason. */
final class LetterCount {
    private final LetterWalk walk;
    private final DeadLetterSettings settings;
    private final Ticker ticker;
    private final Clock clock;

    LetterCount(LetterWalk walk, DeadLetterSettings settings, Ticker ticker, Clock clock) {
        this.walk = walk;
        this.settings = settings;
        this.ticker = ticker;
        this.clock = clock;
    }

    /** Letters of one reason. */
    private record Group(int count, Instant oldest) {
        static Group of(DeadLetterMessage letter) {
            return new Group(1, letter.sentAt());
        }

        Group plus(Group other) {
            return new Group(count + other.count, oldest.isBefore(other.oldest) ? oldest : other.oldest);
        }
    }

    /** Queue by queue; each has its share of a call's time. */
    DeadLettersResponse count() {
        List<GroupResponse> items = new ArrayList<>();
        boolean complete = true;
        int hidden = 0;
        for (Queue queue : Queue.values()) {
            Map<String, Group> groups = new TreeMap<>();
            LetterWalk.Seen seen = walk.over(queue, endOfShare(), letters -> add(letters, groups));
            groups.forEach((reason, group) -> items.add(response(queue, reason, group)));
            complete &= seen.complete();
            hidden += seen.hidden();
        }
        return new DeadLettersResponse(items, complete, hidden);
    }

    private long endOfShare() {
        return ticker.after(settings.longestCall().dividedBy(Queue.values().length));
    }

    private static List<DeadLetterMessage> add(List<DeadLetterMessage> letters, Map<String, Group> groups) {
        letters.forEach(letter -> groups.merge(letter.reason(), Group.of(letter), Group::plus));
        return List.of();
    }

    private GroupResponse response(Queue queue, String reason, Group group) {
        return GroupResponse.of(queue.suffix(), reason, group.count(), group.oldest(), clock.instant());
    }
}
