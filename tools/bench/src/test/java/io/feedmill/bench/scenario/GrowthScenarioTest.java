package io.feedmill.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GrowthScenarioTest {

    @Test
    void theHeapIsTheSumOfItsAreas() {
        assertThat(GrowthScenario.heapMib("""
                # TYPE jvm_memory_committed_bytes gauge
                jvm_memory_committed_bytes{area="heap",id="Eden Space"} 1.048576E7
                jvm_memory_committed_bytes{area="heap",id="Tenured Gen"} 3145728.0
                jvm_memory_committed_bytes{area="nonheap",id="Metaspace"} 1.2E8
                """)).isEqualTo(13);
    }
}
