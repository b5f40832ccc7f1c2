package io.feedmill.common.counter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Messages of one post become one as long as that is within the limits. */
class ReactionsTest {
    private static final PostId POST = PostId.create(1, new Random(1));
    private static final UserId ANN = new UserId("ann");

    private static Reactions of(String kind, String... users) {
        return new Reactions(
                POST,
                ANN,
                Set.of(users).stream()
                        .map(user -> new ReactionKey(POST, kind, new UserId(user)))
                        .collect(Collectors.toSet()),
                SendHistory.FIRST);
    }

    private static Reactions many(String prefix, int count) {
        return of(
                "like",
                IntStream.range(0, count).mapToObj(i -> prefix + (10_000 + i)).toArray(String[]::new));
    }

    @Test
    void twoMessagesBecomeOneWithEachReactionOnce() {
        Reactions both =
                (Reactions) of("like", "bob", "cid").plus(of("sad", "bob")).orElseThrow();
        assertThat(both.plus(of("like", "cid", "dan")).orElseThrow())
                .isEqualTo(new Reactions(
                        POST,
                        ANN,
                        Set.of(
                                new ReactionKey(POST, "like", new UserId("bob")),
                                new ReactionKey(POST, "like", new UserId("cid")),
                                new ReactionKey(POST, "like", new UserId("dan")),
                                new ReactionKey(POST, "sad", new UserId("bob"))),
                        SendHistory.FIRST));
        assertThat(both.users()).extracting(UserId::value).containsExactly("bob", "cid");
    }

    @Test
    void aMessageHasAThousandReactions() {
        Reactions most = (Reactions) many("a", 400).plus(many("b", 600)).orElseThrow();
        assertThat(most.reactions()).hasSize(1_000);
        assertThat(most.plus(many("b", 600))).contains(most);
        assertThat(most.plus(of("like", "one-more"))).isEmpty();
        assertThatThrownBy(() -> many("a", 1_001)).hasMessage("reactions are 1 to 1000");
        assertThatThrownBy(() -> of("like")).hasMessage("reactions are 1 to 1000");
    }

    /** The largest one that a batch makes can be sent. */
    @Test
    void fewerReactionsOfUsersWithLongIdsFit() {
        Reactions grown = many("x".repeat(59), 1);
        int number = 1;
        for (Optional<CollectedMessage> next = Optional.of(grown); next.isPresent(); number++) {
            grown = (Reactions) next.get();
            next = grown.plus(of("k".repeat(32), "y".repeat(59) + (10_000 + number)));
        }
        assertThat(grown.reactions()).hasSizeBetween(600, 999);
        SendHistory longest = new SendHistory(1_000_000_000, java.time.Instant.ofEpochMilli(1L << 50), 2);
        assertThat(MessageCodec.encode(grown.with(longest)).getBytes(UTF_8))
                .hasSizeLessThanOrEqualTo(MessageCodec.MAX_BYTES);
    }
}
