package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.follow.ReaderStore.Moved;
import io.feedmill.common.follow.ReaderStore.ReaderState;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.follow.Rebuild.Reached;
import io.feedmill.common.follow.RebuildStore;
import io.feedmill.common.follow.RebuildStore.BeginResult;
import io.feedmill.common.follow.RebuildStore.LastRebuild;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The contract of {@link RebuildStore}. */
public abstract class RebuildStoreContract extends Contract {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final RebuildStore rebuilds = stores.rebuilds();
    private final UserId bob = freshUser("bob");

    private OpenWork begin() {
        return ((BeginResult.Begun) rebuilds.begin(bob, RebuildStore.PAUSE)).work();
    }

    /** Ticks never go back, but the clock does when another test sets it. Others expect whole seconds. */
    private void setClockAfterBegin(Duration time) {
        clock.set(last().startedAt().truncatedTo(ChronoUnit.SECONDS).plus(time));
    }

    private LastRebuild last() {
        return rebuilds.find(bob).orElseThrow();
    }

    private static Reached reached(long authors, String last) {
        return new Reached(authors, new UserId(last));
    }

    @Test
    void aRebuildIsOpenUntilItsEnd() {
        assertThat(rebuilds.find(bob)).isEmpty();
        OpenWork work = begin();
        assertThat(Rebuild.of(work).author()).isEqualTo(bob);
        assertThat(last()).isEqualTo(new LastRebuild(work.tick(), Reached.NOTHING, null));
        assertThat(outboxOf(bob)).containsExactly(new OutboxRow(work, 0, null));
        assertThat(stores.readers().view(bob)).isEqualTo(new ReaderState(Set.of(), true, null, new Moved(0, 0)));
        assertThat(rebuilds.end(work, 7)).isTrue();
        assertThat(rebuilds.end(work, 9)).isFalse();
        assertThat(last().reached()).isEqualTo(new Reached(7, null));
        assertThat(last().completedAt()).isEqualTo(clock.instant());
        assertThat(outboxOf(bob)).isEmpty();
        Moved rebuilt = new Moved(0, Ticks.ofInstant(clock.instant()));
        assertThat(stores.readers().view(bob)).isEqualTo(new ReaderState(Set.of(), false, null, rebuilt));
    }

    @Test
    void itIsNoMuteAndNoBlock() {
        stores.readers().mute(bob, author);
        begin();
        assertThat(stores.readers().view(bob).hidden()).containsExactly(author);
        assertThat(stores.readers().mutedBy(bob, null, 10).items()).containsExactly(author);
        assertThat(stores.readers().blockedBy(bob, null, 10).items()).isEmpty();
    }

    @Test
    void theNextBeginsAnHourLater() {
        OpenWork first = begin();
        setClockAfterBegin(RebuildStore.PAUSE.minus(SECOND));
        assertThat(rebuilds.begin(bob, RebuildStore.PAUSE)).isEqualTo(new BeginResult.TooSoon(last()));
        rebuilds.end(first, 0);
        assertThat(rebuilds.begin(bob, RebuildStore.PAUSE)).isEqualTo(new BeginResult.TooSoon(last()));
        setClockAfterBegin(RebuildStore.PAUSE.plus(SECOND));
        OpenWork second = begin();
        assertThat(last()).isEqualTo(new LastRebuild(second.tick(), Reached.NOTHING, null));
        assertThat(outboxOf(bob)).extracting(OutboxRow::work).containsExactly(second);
    }

    @Test
    void progressIsRecordedFromWhereTheRebuildIs() {
        OpenWork work = begin();
        Instant due = clock.instant().truncatedTo(ChronoUnit.MILLIS).plusSeconds(90);
        assertThat(rebuilds.advance(work, Reached.NOTHING, reached(3, "m"), due))
                .isTrue();
        assertThat(last().reached()).isEqualTo(reached(3, "m"));
        assertThat(outboxOf(bob)).containsExactly(new OutboxRow(work, 0, due));
        for (Reached from : List.of(Reached.NOTHING, reached(2, "k"), reached(4, "n"))) {
            assertThat(rebuilds.advance(work, from, reached(5, "o"), due.plusSeconds(1)))
                    .isFalse();
        }
        assertThat(last().reached()).isEqualTo(reached(3, "m"));
        assertThat(outboxOf(bob)).containsExactly(new OutboxRow(work, 0, due));
        assertThat(rebuilds.advance(work, reached(3, "m"), reached(4, "n"), due.plusSeconds(1)))
                .isTrue();
        assertThat(last().reached()).isEqualTo(reached(4, "n"));
        rebuilds.end(work, 5);
        LastRebuild ended = last();
        assertThat(rebuilds.advance(work, reached(4, "n"), reached(6, "z"), due))
                .isFalse();
        assertThat(last()).isEqualTo(ended);
        assertThat(outboxOf(bob)).isEmpty();
    }

    @Test
    void anEarlierRebuildChangesNothingOfTheLastOne() {
        OpenWork first = begin();
        setClockAfterBegin(RebuildStore.PAUSE.plus(SECOND));
        OpenWork second = begin();
        assertThat(rebuilds.advance(first, Reached.NOTHING, reached(3, "m"), clock.instant()))
                .isFalse();
        rebuilds.end(first, 9);
        assertThat(last()).isEqualTo(new LastRebuild(second.tick(), Reached.NOTHING, null));
        assertThat(outboxOf(bob)).extracting(OutboxRow::work).containsExactly(second);
    }

    @Test
    void aCompleteOneCanBeReadForAMonth() {
        OpenWork work = begin();
        setClockAfterBegin(SECOND);
        rebuilds.end(work, 1);
        clock.advance(RebuildStore.RETENTION.minus(SECOND));
        assertThat(rebuilds.find(bob)).isPresent();
        clock.advance(SECOND);
        assertThat(rebuilds.find(bob)).isEmpty();
        assertThat(rebuilds.begin(bob, RebuildStore.PAUSE)).isInstanceOf(BeginResult.Begun.class);
    }

    private List<OutboxRow> outboxOf(UserId user) {
        return outboxRows(
                work -> work.kind().equals(Rebuild.KIND) && work.author().equals(user));
    }
}
