package io.feedmill.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.chaos.rig.Side;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FaultInjectorTest {

    @Test
    void everyScriptOfARunDrawsFromASeedOfItsOwn() {
        List<Long> seeds = LongStream.of(1, 2)
                .boxed()
                .flatMap(seed -> Stream.of(Side.values())
                        .flatMap(side -> LongStream.range(0, 100)
                                .mapToObj(at -> FaultInjector.seedOf(seed, side, Duration.ofMillis(100 * at)))))
                .toList();
        assertThat(seeds).hasSize(600).doesNotHaveDuplicates();
    }
}
