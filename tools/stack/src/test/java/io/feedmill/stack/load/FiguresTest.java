package io.feedmill.stack.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.client.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FiguresTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void percentilesAreNearestRanks() {
        Figures figures = Figures.of(
                IntStream.rangeClosed(1, 20).mapToObj(second -> job(0, second)).toList());
        assertThat(figures.percentile(50)).isEqualTo(Duration.ofSeconds(10));
        assertThat(figures.percentile(95)).isEqualTo(Duration.ofSeconds(19));
        assertThat(figures.percentile(99)).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void theSpanIsFromTheFirstAcceptedToTheLastComplete() {
        Figures figures = Figures.of(List.of(job(3, 5), job(1, 4), job(2, 11)));
        assertThat(figures.span()).isEqualTo(Duration.ofSeconds(10));
        assertThat(figures.deliveries()).isEqualTo(300);
        assertThat(figures.deliveriesPerSecond()).isEqualTo(30);
    }

    @Test
    void nothingIsZero() {
        assertThat(Figures.of(List.of()).percentile(99)).isZero();
    }

    private static Job job(int accepted, int completed) {
        Instant from = START.plusSeconds(accepted);
        Instant to = START.plusSeconds(completed);
        return new Job("j", "publication", "COMPLETE", 100, 100, 0, null, null, 1, 0, null, from, to, null, null);
    }
}
