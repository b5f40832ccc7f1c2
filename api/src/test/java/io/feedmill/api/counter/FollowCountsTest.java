package io.feedmill.api.counter;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.counter.CounterController.FollowCounts;
import io.feedmill.api.counter.CounterController.FollowCounts.FollowCount;
import io.feedmill.api.http.Iso;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.fanout.Skipped.Reason;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.memory.FaultRules;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FollowCountsTest {
    private static final UserId STAR = user("star");
    private static final FollowCount MANY = new FollowCount(10_000, false, null);

    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = new MemoryStores(clock);
    private final FaultRules calls = new FaultRules();
    private final FollowCounts counts = new FollowCounts(stores.stores(calls).follows(), stores.feeds(), stores.jobs());
    private final Random random = new Random(1);

    private void followers(int number) {
        followers(STAR, number, "f");
    }

    private void followers(UserId author, int number, String prefix) {
        List<Follow> follows = IntStream.range(0, number)
                .mapToObj(i -> new Follow(user(prefix + i), author))
                .toList();
        stores.follows().importAll(follows);
    }

    private PostId publish(Mode mode) {
        clock.advance(Duration.ofSeconds(1));
        PostId id = PostId.create(Ticks.ofInstant(clock.instant()), random);
        stores.posts().publish(new Post(id, STAR, Content.of("hi"), 1, null, Audience.everyone(), mode), null);
        return id;
    }

    /** Completes the job of a new post a minute later; returns when. */
    private Instant deliver(int delivered, int skipped) {
        JobId job = JobId.of(publish(Mode.PUSH));
        clock.advance(Duration.ofMinutes(1));
        stores.jobs()
                .closeInlineDelivery(
                        stores.jobs().find(job).orElseThrow(), delivered, Skipped.by(Reason.DORMANT, skipped));
        return clock.instant();
    }

    @Test
    void tenThousandAreExact() {
        followers(10_000);
        deliver(50_000, 0);
        assertThat(counts.followers(STAR)).isEqualTo(new FollowCount(10_000, true, null));
        assertThat(counts.following(STAR)).isEqualTo(new FollowCount(0, true, null));
        assertThat(counts.following(user("f1"))).isEqualTo(new FollowCount(1, true, null));
    }

    @Test
    void moreAreTheRecipientsOfTheLastCompleteJob() {
        followers(10_001);
        assertThat(counts.followers(STAR)).isEqualTo(MANY);
        deliver(30_000, 0);
        Instant last = deliver(20_000, 7);
        publish(Mode.PUSH);
        assertThat(counts.followers(STAR)).isEqualTo(new FollowCount(20_007, false, Iso.format(last)));
    }

    /** A post for a list, one from before the imports, one on read: none says how many follow. */
    @Test
    void aJobOfFewerRecipientsSaysNothing() {
        followers(10_001);
        Instant at = deliver(15_000, 0);
        deliver(3, 0);
        publish(Mode.ON_READ);
        assertThat(counts.followers(STAR)).isEqualTo(new FollowCount(15_000, false, Iso.format(at)));
        IntStream.range(0, 10).forEach(i -> publish(Mode.ON_READ));
        assertThat(counts.followers(STAR)).isEqualTo(MANY);
    }

    /** About 160 bytes a row: a thousand are 20 units. */
    @Test
    void rowsWithLongIdsAreCountedWithinAHundredUnits() {
        UserId author = user("a".repeat(64));
        followers(author, 5_500, "f".repeat(60));
        AtomicInteger queries = new AtomicInteger();
        calls.before(call -> queries.incrementAndGet());
        assertThat(counts.followers(author)).isEqualTo(new FollowCount(5_000, false, null));
        assertThat(queries).hasValue(5);
    }
}
