package io.feedmill.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Counts;
import io.feedmill.common.key.PostId;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** More followers than one Query returns (1 MB), and more followers in a slice than fit into a message. */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MegabyteIT {
    /** With the longest ids a row of {@code follows} takes 158 bytes, so a Query returns about 6,600. */
    private static final int FOLLOWERS = 7_000;

    private static final String AUTHOR = "a".repeat(64);

    @AutoClose
    private final Feedmill feedmill = Feedmill.on(Endpoints.embedded()).worker("feedmill.fanout.slice-size=6900");

    @Test
    void everyFollowerIsReached() {
        List<String> followers = feedmill.followers(
                AUTHOR,
                IntStream.range(0, FOLLOWERS).mapToObj("%064d"::formatted).toList());
        PostId post = feedmill.publishAndSend(AUTHOR, "hello");
        Job job = feedmill.awaitComplete(post);
        assertThat(job.counts()).isEqualTo(new Counts(FOLLOWERS, FOLLOWERS, 0));
        assertThat(job.planned()).isEqualTo(8);
        Books.assertReached(feedmill, followers, List.of(post));
        Books.assertAgree(feedmill, AUTHOR, List.of(post));
    }
}
