package io.feedmill.worker.relay;

import static io.feedmill.common.queue.Queue.DELIVER;
import static io.feedmill.common.queue.Queue.PUBLISH;
import static io.feedmill.common.queue.Queue.UPKEEP;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.queue.Queue;
import io.feedmill.worker.follow.HomeFeedWork;
import io.feedmill.worker.relay.WorkType.ResendPolicy;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PatienceTest extends RelayFixture {
    private static final ResendPolicy FOLLOW = HomeFeedWork.followWork(SETTINGS).policy();
    private static final ResendPolicy UNFOLLOWED =
            HomeFeedWork.unfollows(SETTINGS, UNFOLLOW).policy();

    private final ResendPolicy delivering = jobWork.policy(JobState.DELIVERING);

    private static Patience patience(Map<Queue, Duration> waits) {
        return new Patience(MAX, queue -> Optional.ofNullable(waits.get(queue)));
    }

    private static Patience patience(int publish, int deliver) {
        return patience(Map.of(PUBLISH, Duration.ofSeconds(publish), DELIVER, Duration.ofSeconds(deliver)));
    }

    private void assertPatience(Patience patience, int accepted, int planning, int delivered) {
        assertThat(patience.of(jobWork.policy(JobState.ACCEPTED))).hasSeconds(accepted);
        assertThat(patience.of(jobWork.policy(JobState.PLANNING))).hasSeconds(planning);
        assertThat(patience.of(delivering)).hasSeconds(delivered);
    }

    @Test
    void isTheMinimumWhileQueuesAreShort() {
        assertPatience(patience(0, 0), 10, 60, 60);
        assertPatience(patience(5, 30), 10, 60, 60);
    }

    @Test
    void isTwiceTheWaitOfTheQueuesThatAJobsMessagesAreIn() {
        assertPatience(patience(6, 0), 12, 60, 60);
        assertPatience(patience(0, 240), 10, 480, 480);
        assertPatience(patience(300, 31), 600, 600, 62);
    }

    @Test
    void isTheMaximumBackoffWhileAQueueIsUnknown() {
        assertPatience(patience(Map.of()), 600, 600, 600);
        assertPatience(patience(Map.of(PUBLISH, Duration.ZERO)), 10, 600, 600);
        assertPatience(patience(Map.of(DELIVER, Duration.ofMinutes(20))), 600, 2_400, 2_400);
    }

    @Test
    void aFollowHasTheMinimumOrTwiceTheWaitOfItsQueue() {
        assertThat(patience(Map.of(UPKEEP, Duration.ofSeconds(5))).of(FOLLOW)).isEqualTo(PATIENCE);
        assertThat(patience(Map.of(UPKEEP, Duration.ofSeconds(30))).of(FOLLOW)).hasSeconds(60);
        assertThat(patience(Map.of()).of(FOLLOW)).isEqualTo(MAX);
        assertThat(patience(Map.of(UPKEEP, Duration.ZERO)).backoff(FOLLOW, UPKEEP, 2))
                .hasSeconds(40);
    }

    /** Else the sweep would send it again while its message waits: for each of its looks. */
    @Test
    void anUnfollowHasThreeWaitsAndTheTimeOfItsGraceAndItsSecondLook() {
        assertThat(patience(Map.of(UPKEEP, Duration.ZERO)).of(UNFOLLOWED)).hasSeconds(250);
        assertThat(patience(Map.of(UPKEEP, Duration.ofMinutes(10))).backoff(UNFOLLOWED, UPKEEP, 9))
                .hasMinutes(34);
        assertThat(patience(Map.of()).of(UNFOLLOWED)).hasMinutes(14);
    }

    @Test
    void resendsWaitForThePatienceAndTheirPlansQueue() {
        assertThat(patience(0, 0).backoff(delivering, PUBLISH, 0)).isEqualTo(STALLED);
        assertThat(patience(0, 0).backoff(delivering, PUBLISH, 2)).hasSeconds(240);
        assertThat(patience(0, 0).backoff(delivering, PUBLISH, 30)).isEqualTo(MAX);
        assertThat(patience(0, 1_800).backoff(delivering, PUBLISH, 0)).hasSeconds(3_600);
        assertThat(patience(1_800, 0).backoff(delivering, PUBLISH, 0)).hasSeconds(3_600);
    }
}
