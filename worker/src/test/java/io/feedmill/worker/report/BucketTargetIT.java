package io.feedmill.worker.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.worker.report.StubBucket.Put;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The HTTP requests to a bucket. */
class BucketTargetIT {
    private final StubBucket bucket = new StubBucket();
    private final Path file;

    BucketTargetIT(@TempDir Path directory) throws IOException {
        file = Files.writeString(directory.resolve("source"), "author,posts\nann,3\n");
    }

    @AfterEach
    void close() {
        bucket.close();
    }

    private void put(String url) throws IOException {
        Buckets.target(bucket.endpoint(), url).put("report.csv", file);
    }

    @Test
    void putsTheWholeFileUnderItsName() throws IOException {
        put("s3://reports");
        Put put = bucket.puts().getFirst();
        assertThat(put.method()).isEqualTo("PUT");
        assertThat(put.path()).isEqualTo("/reports/report.csv");
        assertThat(put.length()).isEqualTo("19");
        assertThat(put.body()).contains("author,posts\nann,3\n");
    }

    @Test
    void namesBeginWithThePrefix() throws IOException {
        put("s3://reports/feedmill/daily/");
        assertThat(bucket.puts()).extracting(Put::path).containsExactly("/reports/feedmill/daily/report.csv");
    }

    @Test
    void aDeniedPutFailsAtOnce() {
        bucket.refuse(403);
        assertThatThrownBy(() -> put("s3://reports"))
                .isInstanceOf(IOException.class)
                .hasMessage("Cannot write to S3: report.csv");
        assertThat(bucket.puts()).hasSize(1);
    }

    @Test
    void aFailedPutIsRetried() throws IOException {
        bucket.refuse(503);
        put("s3://reports");
        assertThat(bucket.puts())
                .extracting(Put::body)
                .allSatisfy(body -> assertThat(body).contains("ann,3"));
        assertThat(bucket.puts()).hasSize(2);
    }
}
