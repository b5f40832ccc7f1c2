package io.feedmill.common.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.partition.KeyValue.ScalarType;
import io.feedmill.common.partition.MethodChoice.ScanMethod;
import io.feedmill.common.partition.PartitionListing.PartitionStep;
import io.feedmill.common.partition.PartitionListing.SegmentState;
import io.feedmill.common.partition.ScanRead.ScanKeys;
import io.feedmill.common.partition.ScanRead.ScanPosition;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionWalkTest {
    private static final ScannedTable TABLE = Keys.table(Keys.SK, 0, 0);

    private static PartitionWalk walk(ScanMethod method) {
        return walk(method, null, 4);
    }

    private static PartitionWalk walk(ScanMethod method, @Nullable String index, int segments) {
        List<SegmentState> states = Collections.nCopies(segments, SegmentState.BEGIN);
        return new PartitionWalk(TABLE, new PartitionListing("table", method, index, states, 0, 0));
    }

    @Test
    void aScanDropsWhatIsRepeatedWithinAndAcrossPages() {
        PartitionWalk walk = walk(ScanMethod.SCAN);
        PartitionStep first =
                walk.step(SegmentState.BEGIN, new ScanKeys(Keys.strings("a", "a", "b"), Keys.at("b", 1), 1));
        assertThat(first.found()).isEqualTo(Keys.strings("a", "b"));
        PartitionStep second = walk.step(first.state(), new ScanKeys(Keys.strings("b", "b", "c"), null, 1));
        assertThat(second.found()).isEqualTo(Keys.strings("c"));
        assertThat(second.state().done()).isTrue();
    }

    @Test
    void aScanContinuesAfterTheLastItem() {
        PartitionWalk walk = walk(ScanMethod.SCAN);
        SegmentState state = walk.step(SegmentState.BEGIN, new ScanKeys(Keys.strings("a"), Keys.at("a", 7), 1))
                .state();
        assertThat(walk.read(2, state)).isEqualTo(new ScanRead(TABLE, null, 2, 4, Keys.at("a", 7), 0));
    }

    @Test
    void aSkipReadsOneItemAndContinuesAfterTheGreatestSortKey() {
        PartitionWalk walk = walk(ScanMethod.SKIP);
        assertThat(walk.read(0, SegmentState.BEGIN)).isEqualTo(new ScanRead(TABLE, null, 0, 4, null, 1));
        SegmentState state = walk.step(SegmentState.BEGIN, new ScanKeys(Keys.strings("a"), Keys.at("a", 7), 0.5))
                .state();
        ScanPosition end = new ScanPosition(Map.of("id", KeyValue.string("a"), "at", ScalarType.N.greatest()));
        assertThat(walk.read(0, state).after()).isEqualTo(end);
    }

    /** The partition at which such a read stopped may be a new one. */
    @Test
    void anEmptyReadIsNotSkipped() {
        PartitionWalk walk = walk(ScanMethod.SKIP);
        SegmentState state = walk.step(SegmentState.BEGIN, new ScanKeys(List.of(), Keys.at("a", 7), 0.5))
                .state();
        assertThat(walk.read(0, state).after()).isEqualTo(Keys.at("a", 7));
        assertThat(walk.step(state, new ScanKeys(Keys.strings("a"), null, 0.5)).found())
                .isEqualTo(Keys.strings("a"));
    }

    @Test
    void anIndexIsReadByPages() {
        PartitionWalk walk = walk(ScanMethod.INDEX, "by-id", 1);
        assertThat(walk.read(0, SegmentState.BEGIN)).isEqualTo(new ScanRead(TABLE, "by-id", 0, 1, null, 0));
    }
}
