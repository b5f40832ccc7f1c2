package io.feedmill.worker.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.testkit.Seeds;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random sequences of posts, edits, retractions, permissions, follows, mutes and blocks, of authors who are listed on read and taken off, of
 * announcements, and of readers who are away for days, at two APIs; with crashes, redeliveries, throttling, sweeps and late messages at any step. A
 * sequence that fails is shrunk.
 */
class GeneratedSequencesTest {
    private static final int SEEDS = 20;
    private static final int ALL = 500;

    /** Else the check of claims is idle. */
    private static final long MIN_CLAIMS = 1_000;

    private final AtomicLong claims = new AtomicLong();
    private final AtomicLong merged = new AtomicLong();
    private final AtomicLong onRead = new AtomicLong();
    private final AtomicLong gaps = new AtomicLong();
    private final AtomicLong passedOver = new AtomicLong();
    private final Map<DrawnFaults.Kind, Integer> faults = new ConcurrentHashMap<>();

    @Test
    @Tag("contained")
    void homeFeedsAreThoseOfTheModel() {
        checkAll(SEEDS);
    }

    @Test
    @Tag("full")
    void homeFeedsAreThoseOfTheModelInManySequences() {
        checkAll(ALL);
    }

    private void checkAll(int seeds) {
        Seeds.each(seeds, this::check);
        assertThat(claims).as("claims of pages to have a post").hasValueGreaterThan(MIN_CLAIMS);
        assertThat(merged).as("author feeds read by pages").hasValueGreaterThan(MIN_CLAIMS);
        assertThat(onRead).as("posts on read").hasValueGreaterThan(seeds);
        assertThat(gaps).as("pages of readers who were away").hasValueGreaterThan(MIN_CLAIMS);
        assertThat(faults.keySet()).as("faults").containsExactlyInAnyOrder(DrawnFaults.Kind.values());
        assertThat(faults.values()).as("faults: " + faults).allMatch(met -> met > seeds);
        assertThat(passedOver).as("deliveries to readers who were away").hasValueGreaterThan(seeds / 4);
    }

    private void check(long seed) {
        Move.Sequence sequence = Move.Sequence.draw(seed);
        try {
            LivingWorld.Run run = new LivingWorld(sequence).run();
            claims.addAndGet(run.claims());
            merged.addAndGet(run.merged());
            onRead.addAndGet(run.onRead());
            gaps.addAndGet(run.gaps());
            passedOver.addAndGet(run.passedOver());
            run.faults().forEach((kind, met) -> faults.merge(kind, met, Integer::sum));
        } catch (RuntimeException | AssertionError e) {
            Move.Sequence shortest = sequence.shrink(GeneratedSequencesTest::fails);
            throw new AssertionError(
                    "%d of %d moves: %s\n%s"
                            .formatted(
                                    shortest.moves().size(),
                                    sequence.moves().size(),
                                    e.getMessage(),
                                    shortest.moves().stream()
                                            .map(Object::toString)
                                            .collect(Collectors.joining("\n"))),
                    e);
        }
    }

    private static boolean fails(Move.Sequence sequence) {
        try {
            new LivingWorld(sequence).run();
            return false;
        } catch (RuntimeException | AssertionError e) {
            return true;
        }
    }
}
