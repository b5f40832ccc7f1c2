package io.feedmill.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Series;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.options.TimeValue;

class MicroIT {

    /** In this JVM: that takes a second, and a JVM for each benchmark takes twenty. */
    @Test
    void everyBenchmarkSaysItsTimeAndItsAllocation() {
        List<Figures> figures = new Micro(0, 1, TimeValue.milliseconds(10)).run(name -> {});
        assertThat(figures)
                .extracting(Figures::title)
                .containsExactly("Calls: keys", "Calls: messages", "Calls: feed items");
        List<Series> all =
                figures.stream().flatMap(each -> each.series().stream()).toList();
        assertThat(all).extracting(Series::contender).contains("encode feed key", "decode slice", "make a row");
        assertThat(all)
                .allMatch(series ->
                        series.stats(Metric.NANOS_PER_CALL).orElseThrow().min() > 0);
        assertThat(all).allMatch(series -> series.measures(Metric.ALLOCATED_BYTES));
    }
}
