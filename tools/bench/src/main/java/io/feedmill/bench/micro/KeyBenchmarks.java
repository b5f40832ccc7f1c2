package io.feedmill.bench.micro;

import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyTemplate;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.RandomTimestamp;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.key.TickClock;
import io.feedmill.common.key.UserId;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Keys, as they are written and read. The fields are not final: what the compiler knew it would not compute. */
@State(Scope.Thread)
public class KeyBenchmarks {
    private static final int SHARDS = 16;

    private final TickClock clock = TickClock.system();
    private final KeyTemplate template = KeyTemplate.separatedBy('#', 3);
    private PostId post = Items.POST;
    private String postId = post.value();
    private String feedKey = post.feedKey().value();
    private String user = "user-00012345";
    private String state = "New Mexico";
    private Instant now = Instant.parse("2026-11-22T04:13:07Z");

    @Benchmark
    public PostId createPostId() {
        return PostId.create(clock.next(), ThreadLocalRandom.current());
    }

    @Benchmark
    public String encodePostId() {
        return post.value();
    }

    @Benchmark
    public PostId parsePostId() {
        return PostId.parse(postId);
    }

    @Benchmark
    public String encodeFeedKey() {
        return post.feedKey().value();
    }

    @Benchmark
    public FeedKey parseFeedKey() {
        return FeedKey.parse(feedKey);
    }

    @Benchmark
    public String encodeShardedKey() {
        return new ShardedKey(user, ShardedKey.shardOf(user, SHARDS)).value();
    }

    @Benchmark
    public String encodeLedgerKeys() {
        return QuarterHour.of(now).value()
                + RandomTimestamp.of(now, ThreadLocalRandom.current()).value();
    }

    @Benchmark
    public String encodeTemplate() {
        return template.encode(state, user, feedKey);
    }

    @Benchmark
    public boolean checkUserId() {
        return UserId.isValid(user);
    }
}
