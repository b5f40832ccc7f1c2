package io.feedmill.common.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.partition.MethodChoice.ScanMethod;
import io.feedmill.common.partition.MethodChoice.UnfitMethodException;
import io.feedmill.common.partition.MethodChooser.MethodCosts;
import io.feedmill.common.partition.MethodChooser.Sample;
import io.feedmill.common.partition.ScannedTable.TableIndex;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@NullMarked
class MethodChooserTest {
    /** The article's table: 2,000,000 partitions of 1,000 items of 500 bytes. */
    private static final ScannedTable LARGE = Keys.table(Keys.SK, 2_000_000_000L, 1_000_000_000_000L);

    private static ScanMethod choice(ScannedTable table, @Nullable TableIndex index, long partitions) {
        return MethodChooser.choose(table, index, new Sample(1_000, partitions, 62, false))
                .method();
    }

    @Test
    void theArticlesArithmetic() {
        MethodCosts costs =
                MethodCosts.of(LARGE, new TableIndex("i", 2_000_000, 300_000_000), new Sample(1_000, 1, 62, false));
        assertThat(costs.scan()).isBetween(122_000_000.0, 125_000_000.0);
        assertThat(costs.skip()).isEqualTo(1_000_000);
        assertThat(costs.index()).isBetween(36_000.0, 37_500.0);
    }

    @Test
    void largePartitionsAreSkipped() {
        assertThat(choice(LARGE, null, 5)).isEqualTo(ScanMethod.SKIP);
    }

    /** A skip reads half a unit a partition; as much reads eight items of 500 bytes. */
    @Test
    void partitionsOfLessThanFourKibAreScanned() {
        assertThat(choice(LARGE, null, 130)).isEqualTo(ScanMethod.SCAN);
        assertThat(choice(LARGE, null, 115)).isEqualTo(ScanMethod.SKIP);
    }

    @Test
    void aNamedIndexIsUsedIfItIsCheapest() {
        assertThat(choice(LARGE, new TableIndex("i", 2_000_000, 300_000_000), 5))
                .isEqualTo(ScanMethod.INDEX);
        assertThat(choice(LARGE, new TableIndex("i", 2_000_000_000, 200_000_000_000L), 1))
                .isEqualTo(ScanMethod.SKIP);
    }

    /** Statistics are hours older than the items. */
    @Test
    void aTableWithoutStatisticsIsJudgedByTheSample() {
        ScannedTable young = Keys.table(Keys.SK, 0, 0);
        assertThat(choice(young, null, 5)).isEqualTo(ScanMethod.SKIP);
        assertThat(choice(young, null, 900)).isEqualTo(ScanMethod.SCAN);
    }

    @Test
    void aSampleThatSeesAllOfATableLeavesNothingToSkip() {
        MethodChoice choice = MethodChooser.choose(LARGE, null, new Sample(10, 1, 0.5, true));
        assertThat(choice.method()).isEqualTo(ScanMethod.SCAN);
        assertThat(choice.spent()).isEqualTo(0.5);
    }

    @Test
    void theReasonHasTheFigures() {
        assertThat(MethodChooser.choose(LARGE, null, new Sample(1_000, 1, 62, false))
                        .reason())
                .contains("1000000 by skipping", "2000000000 items", "1000 items in 1 partitions")
                .doesNotContain("index");
    }

    @Test
    void aMethodThatDoesNotFitTheTableIsRefused() {
        assertThatThrownBy(() -> MethodChoice.asked(Keys.table(null, 0, 0), ScanMethod.SKIP, null))
                .isInstanceOf(UnfitMethodException.class)
                .hasMessageContaining("no sort key");
        assertThatThrownBy(() -> MethodChoice.asked(LARGE, ScanMethod.INDEX, "nowhere"))
                .isInstanceOf(UnfitMethodException.class)
                .hasMessageContaining("nowhere");
        assertThatThrownBy(() -> MethodChoice.asked(LARGE, ScanMethod.INDEX, null))
                .isInstanceOf(UnfitMethodException.class);
    }
}
