package io.feedmill.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The fan-out on DynamoDB Local and ElasticMQ. */
class FanoutIT extends FanoutContract {

    @Override
    Endpoints endpoints() {
        return Endpoints.embedded();
    }

    /**
     * More followers than one Query returns (1 MB), and more in a slice than fit into a message. With the longest ids a row of {@code follows} takes 158
     * bytes, so a Query returns about 6,600.
     */
    @Tag("full")
    @Test
    void everyFollowerOfAMegabyteIsReached() {
        String author = "a".repeat(64);
        try (Feedmill large = Feedmill.on(endpoints()).worker("feedmill.fanout.slice-size=6900")) {
            List<String> followers = large.followers(
                    author,
                    IntStream.range(0, 7_000).mapToObj("%064d"::formatted).toList());
            assertThat(Books.assertDelivered(large, author, followers, large.publishAndSend(author, "hello"))
                            .planned())
                    .isEqualTo(8);
        }
    }
}
