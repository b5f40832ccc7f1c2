package io.feedmill.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.chaos.plan.FollowPlan.ChangingRelation;
import io.feedmill.chaos.plan.FollowPlan.Flip;
import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.load.FollowHistory.Relation;
import io.feedmill.stack.load.Persistence;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.load.StubFeedmill;
import io.feedmill.stack.verify.Timeline;
import io.feedmill.stack.verify.Timeline.Change;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class FollowLoadTest {

    private static final Persistence PERSISTENCE = new Persistence(Duration.ofMillis(1), Duration.ofMinutes(1));
    private static final Relation ANN = new Relation("ann", "bob");

    @Test
    void asksForOneChangeAfterTheOther() throws IOException {
        try (StubFeedmill feedmill = new StubFeedmill()) {
            Timeline timeline = run(feedmill, Duration.ofMinutes(1), flip(0, true), flip(1, false), flip(2, true));
            assertThat(feedmill.changes).containsExactly("PUT ann bob", "DELETE ann bob", "PUT ann bob");
            assertThat(timeline.changes()).extracting(Change::follows).containsExactly(true, false, true);
            assertThat(timeline.changes()).extracting(Change::settled).isSorted();
            assertThat(timeline.follows()).isTrue();
        }
    }

    @Test
    void aChangeThatFailedAtFirstSettlesLater() throws IOException {
        try (StubFeedmill feedmill = new StubFeedmill()) {
            feedmill.failures = 1;
            Timeline timeline = run(feedmill, Duration.ofSeconds(1), flip(0, true));
            assertThat(timeline.changes())
                    .singleElement()
                    .satisfies(change -> assertThat(change.settled()).isGreaterThan(Duration.ofSeconds(15)));
        }
    }

    @Test
    void waitsUntilAChangeHasSettledBeforeTheNextOne() throws IOException {
        try (StubFeedmill feedmill = new StubFeedmill()) {
            feedmill.failures = 1;
            Timeline timeline = run(feedmill, Duration.ofSeconds(1), flip(0, true), flip(1, false));
            assertThat(timeline.changes()).extracting(Change::follows).containsExactly(true);
            assertThat(feedmill.changes).containsExactly("PUT ann bob");
        }
    }

    @Test
    void anUnansweredChangeNeverSettles() throws IOException {
        try (StubFeedmill feedmill = new StubFeedmill()) {
            feedmill.failure = 400;
            feedmill.failures = 1;
            Timeline timeline = run(feedmill, Duration.ofMinutes(1), flip(0, true), flip(1, false));
            assertThat(timeline.changes()).containsExactly(new Change(true, Change.NEVER));
            assertThat(feedmill.changes).isEmpty();
        }
    }

    @Test
    void beginsNothingAfterTheEnd() throws IOException {
        try (StubFeedmill feedmill = new StubFeedmill()) {
            assertThat(run(feedmill, Duration.ZERO, flip(0, true)).changes()).isEmpty();
        }
    }

    private static Timeline run(StubFeedmill feedmill, Duration end, Flip... flips) {
        try (FeedmillClient client = new FeedmillClient(feedmill.url())) {
            FollowLoad load = new FollowLoad(client, PERSISTENCE, end, new RunClock());
            load.start(List.of(new ChangingRelation(ANN, false, List.of(flips))));
            return Objects.requireNonNull(load.stop().ofAuthor(ANN.author()).get(ANN.user()));
        }
    }

    private static Flip flip(int millis, boolean follows) {
        return new Flip(Duration.ofMillis(millis), follows);
    }
}
