package io.feedmill.bench.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AxisTest {

    @Test
    void endsAtARoundFigure() {
        assertThat(labels(16_400)).containsExactly("0", "5,000", "10,000", "15,000", "20,000");
        assertThat(labels(7.75)).containsExactly("0", "2", "4", "6", "8");
        assertThat(labels(0.03)).containsExactly("0.000", "0.005", "0.010", "0.015", "0.020", "0.025", "0.030");
        assertThat(labels(1)).containsExactly("0.0", "0.2", "0.4", "0.6", "0.8", "1.0");
    }

    @Test
    void hasRoomForTheLargestAndNotMuchMore() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            double largest = Math.pow(10, random.nextDouble(-6, 9));
            Axis axis = Axis.upTo(largest);
            assertThat(axis.end()).as("up to %s", largest).isBetween(largest * (1 - 1e-6), largest * 2);
            assertThat(axis.steps()).as("up to %s", largest).isBetween(2, 6);
        }
    }

    @Test
    void standsForNothingWhereNothingWasTaken() {
        assertThat(labels(0)).containsExactly("0", "1");
        assertThat(labels(Double.NaN)).containsExactly("0", "1");
    }

    private static List<String> labels(double largest) {
        Axis axis = Axis.upTo(largest);
        return IntStream.rangeClosed(0, axis.steps()).mapToObj(axis::label).toList();
    }
}
