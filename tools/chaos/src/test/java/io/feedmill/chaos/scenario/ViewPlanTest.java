package io.feedmill.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
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
    void aSeedIsAPlan() {
        assertThat(plan(7)).isEqualTo(plan(7)).isNotEqualTo(plan(8));
    }
}
