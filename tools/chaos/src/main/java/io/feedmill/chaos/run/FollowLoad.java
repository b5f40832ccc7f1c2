package io.feedmill.chaos.run;

import io.feedmill.chaos.plan.FollowPlan.ChangingRelation;
import io.feedmill.chaos.plan.FollowPlan.Flip;
import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillException;
import io.feedmill.stack.load.FollowHistory;
import io.feedmill.stack.load.FollowHistory.Relation;
import io.feedmill.stack.load.Persistence;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.verify.Timeline;
import io.feedmill.stack.verify.Timeline.Change;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Users who follow and unfollow at their times, each relation one change after the other. */
final class FollowLoad {
    /** After a repeated call: the first one may still have its effect until then. */
    private static final Duration DOUBT = Duration.ofSeconds(15);

    private final FeedmillClient feedmill;
    private final Persistence persistence;
    private final Duration end;
    private final RunClock clock;
    private final Map<Relation, Timeline> timelines = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** No change begins after the end. */
    FollowLoad(FeedmillClient feedmill, Persistence persistence, Duration end, RunClock clock) {
        this.feedmill = feedmill;
        this.persistence = persistence;
        this.end = end;
        this.clock = clock;
    }

    void start(List<ChangingRelation> relations) {
        relations.forEach(relation -> threads.execute(() -> timelines.put(relation.relation(), change(relation))));
    }

    /** Waits until every change is answered or given up. */
    FollowHistory stop() {
        threads.close();
        return new FollowHistory(Map.copyOf(timelines));
    }

    private Timeline change(ChangingRelation changing) {
        List<Change> changes = new ArrayList<>();
        for (Flip flip : changing.flips()) {
            clock.sleepUntil(flip.at());
            if (clock.now().compareTo(end) >= 0) {
                break;
            }
            Duration settled = call(changing.relation(), flip.follows());
            changes.add(new Change(flip.follows(), settled));
            if (settled.equals(Change.NEVER)) {
                break;
            }
            clock.sleepUntil(settled.compareTo(end) < 0 ? settled : end);
        }
        return new Timeline(changing.initially(), changes);
    }

    /** Returns when the change is settled. */
    private Duration call(Relation relation, boolean follows) {
        try {
            int calls = persistence
                    .call(() -> {
                        if (follows) {
                            feedmill.follow(relation.user(), relation.author());
                        } else {
                            feedmill.unfollow(relation.user(), relation.author());
                        }
                        return true;
                    })
                    .calls();
            return calls == 1 ? clock.now() : clock.now().plus(DOUBT);
        } catch (FeedmillException e) {
            return Change.NEVER;
        }
    }
}
