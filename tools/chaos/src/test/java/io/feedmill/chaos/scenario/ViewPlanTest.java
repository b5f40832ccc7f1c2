package io.feedmill.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.chaos.scenario.ViewsScenario.Cost;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry.Viewed;
import io.feedmill.faults.Statistics.OperationStatistics;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ViewPlanTest {

    private static ViewPlan plan(long seed) {
        return ViewPlan.draw(3_000, 100, 30, seed);
    }

    @Test
    void aThirdIsRepeated() {
        assertThat(plan(1).views()).hasSize(3_000);
        assertThat(new HashSet<>(plan(1).views())).hasSize(2_000);
        assertThat(plan(1).distinct()).isEqualTo(2_000);
    }

    @Test
    void allViewersOfAPostAreExpectedOnce() {
        ViewPlan plan = plan(1);
        assertThat(plan.viewers())
                .hasSize(30)
                .allSatisfy(viewers -> assertThat(viewers).hasSizeBetween(1, 100));
        Set<ViewPlan.View> fromViewers = new HashSet<>();
        for (int post = 0; post < 30; post++) {
            for (String viewer : plan.viewers().get(post)) {
                fromViewers.add(new ViewPlan.View(post, viewer));
            }
        }
        assertThat(fromViewers).isEqualTo(new HashSet<>(plan.views()));
    }

    @Test
    void theSameSeedMakesTheSamePlan() {
        assertThat(plan(7)).isEqualTo(plan(7)).isNotEqualTo(plan(8));
    }

    /** A transaction has n views and two further items, of two units each. Lost transactions cost the same. */
    @Test
    void wastedTransactionsCostAsMuch() {
        Cost cost = new Cost(entries(10, 20), new OperationStatistics(3, 3, Map.of(), 24 + 44 + 4, 0));
        assertThat(cost.views()).isEqualTo(30);
        assertThat(cost.wasted()).isEqualTo(1);
        assertThat(cost.unitsPerView()).isEqualTo(72.0 / 30);
    }

    private static List<Viewed> entries(long... counts) {
        PostId post = PostId.parse("11111111112oTPUemdxcKD");
        return LongStream.of(counts)
                .mapToObj(count -> new Viewed(post, new UserId("ann"), Instant.EPOCH, count))
                .toList();
    }
}
