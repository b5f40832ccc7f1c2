package io.feedmill.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.counter.AuthorCounters;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobState;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.Via;
import io.feedmill.common.key.PostId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** One worker, real servers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FanoutIT {
    private Feedmill feedmill;

    @BeforeAll
    void start() {
        feedmill = Feedmill.start(
                1, "feedmill.fanout.slice-size=50", "feedmill.relay.every=500ms", "feedmill.relay.accepted=1s");
    }

    @AfterAll
    void stop() {
        feedmill.close();
    }

    @Test
    void deliversToEveryFollowerOnceInSeveralSlices() {
        List<String> followers = feedmill.followers("many", 230);
        PostId post = feedmill.publishAndSend("many", "hello");
        Job job = complete(post);
        assertThat(job.planned()).isEqualTo(5);
        assertThat(job.counts()).isEqualTo(new Job.Counts(230, 230, 0));
        assertThat(followers)
                .allSatisfy(follower -> assertThat(feedmill.home(follower))
                        .filteredOn(item -> item.post().equals(post))
                        .containsExactly(new FeedItem(post, "many", "hello", false, 1, Via.FOLLOW)));
        assertThat(feedmill.stores().counters().author("many")).isEqualTo(new AuthorCounters(1, 230));
    }

    private Job complete(PostId post) {
        return await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> feedmill.stores().jobs().find(post).orElseThrow(),
                        job -> job.state() == JobState.COMPLETE);
    }
}
