package io.feedmill.chaos.run;

import io.feedmill.chaos.plan.Coming;
import io.feedmill.chaos.plan.Flip;
import io.feedmill.chaos.plan.Relation;
import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillException;
import io.feedmill.stack.load.Persistence;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.verify.FollowChange;
import io.feedmill.stack.verify.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Users who come and go: follow and unfollow at their times, each relation one change after the other. */
final class Crowd {

    /** After a call of which nobody knows whether it had an effect: what it began is over by then. */
    private static final Duration DOUBT = Duration.ofSeconds(15);

    private final FeedmillClient feedmill;
    private final Persistence persistence;
    private final Duration end;
    private final RunClock clock;
    private final Map<Relation, Timeline> timelines = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** Nobody begins a change after the end. */
    Crowd(FeedmillClient feedmill, Persistence persistence, Duration end, RunClock clock) {
        this.feedmill = feedmill;
        this.persistence = persistence;
        this.end = end;
        this.clock = clock;
    }

    void start(List<Coming> comings) {
        comings.forEach(coming -> threads.execute(() -> timelines.put(coming.relation(), live(coming))));
    }

    /** Waits until every change is settled or given up; what came of each relation. */
    Map<Relation, Timeline> stop() {
        threads.close();
        return Map.copyOf(timelines);
    }

    private Timeline live(Coming coming) {
        List<FollowChange> changes = new ArrayList<>();
        for (Flip flip : coming.flips()) {
            clock.sleepUntil(flip.at());
            if (clock.now().compareTo(end) >= 0) {
                break;
            }
            Duration settled = change(coming.relation(), flip.follows());
            changes.add(new FollowChange(flip.follows(), settled));
            if (settled.equals(FollowChange.NEVER)) {
                break;
            }
            clock.sleepUntil(settled.compareTo(end) < 0 ? settled : end);
        }
        return new Timeline(coming.initially(), changes);
    }

    /** Returns when it is settled. */
    private Duration change(Relation relation, boolean follows) {
        try {
            int calls = persistence.call(() -> call(relation, follows));
            return calls == 1 ? clock.now() : clock.now().plus(DOUBT);
        } catch (FeedmillException e) {
            return FollowChange.NEVER;
        }
    }

    private void call(Relation relation, boolean follows) {
        if (follows) {
            feedmill.follow(relation.user(), relation.author());
        } else {
            feedmill.unfollow(relation.user(), relation.author());
        }
    }
}
