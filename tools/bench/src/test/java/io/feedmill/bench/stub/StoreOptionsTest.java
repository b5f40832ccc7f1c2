package io.feedmill.bench.stub;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

class StoreOptionsTest {

    @Test
    void surviveACommandLine() {
        StoreOptions options = StoreOptions.instant(URI.create("http://127.0.0.1:8000"))
                .withRealFeeds()
                .withFollowers("a.Model:with text");
        assertThat(options)
                .isEqualTo(new StoreOptions(
                        URI.create("http://127.0.0.1:8000"), StoreOptions.Feeds.FORWARDED, "a.Model:with text"));
        assertThat(StoreOptions.of(options.words())).isEqualTo(options);
    }
}
