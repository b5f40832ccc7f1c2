package io.feedmill.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class ScrapeTest {

    private final Scrape scrape = Scrape.parse("""
            # HELP jvm_gc_memory_allocated_bytes_total Incremented for an increase in the size of the young generation
            # TYPE jvm_gc_memory_allocated_bytes_total counter
            jvm_gc_memory_allocated_bytes_total 1.23456789E8
            jvm_memory_max_bytes{area="heap",id="G1 Eden Space"} -1.0
            jvm_memory_max_bytes{area="heap",id="G1 Old Gen"} 2.68435456E8
            jvm_memory_max_bytes{area="heap",id="G1 Survivor Space"} -1.0
            jvm_memory_used_bytes{area="heap",id="G1 Eden Space"} 4.0E7
            jvm_memory_used_bytes{area="heap",id="G1 Old Gen"} 2000000.0
            jvm_memory_used_bytes{area="nonheap",id="Metaspace"} 9.0E7
            http_server_requests_seconds_max{uri="/v1/{post}, a b"} NaN
            limit{le="+Inf"} +Inf

            """);

    @Test
    void readsWhatWasAllocated() {
        assertThat(scrape.allocatedBytes()).isEqualTo(123_456_789);
    }

    @Test
    void addsUpThePoolsOfTheHeapAlone() {
        assertThat(scrape.heapUsed()).isEqualTo(42_000_000);
    }

    @Test
    void poolsWithoutALimitCountNothing() {
        assertThat(scrape.heapMax()).isEqualTo(256 << 20);
    }

    @Test
    void readsAnyLine() {
        assertThat(scrape.sum("http_server_requests_seconds_max", "")).isZero();
        assertThat(scrape.sum("limit", "le=\"+Inf\"")).isInfinite();
        assertThatThrownBy(() -> scrape.sum("limit", "le=\"1\"")).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(() -> scrape.sum("jvm_memory", "")).isInstanceOf(NoSuchElementException.class);
    }
}
