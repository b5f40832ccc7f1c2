package io.feedmill.worker.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.testkit.server.NeedsDocker;
import io.feedmill.testkit.server.SharedLocalStack;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** Files in a bucket of LocalStack. */
@NeedsDocker
@Tag("full")
class LocalStackBucketIT {
    private final URI endpoint = SharedLocalStack.endpoint();
    private final Path directory;

    LocalStackBucketIT(@TempDir Path directory) {
        this.directory = directory;
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("source"), text);
    }

    @Test
    void aFileReplacesTheOneOfItsName() throws IOException {
        try (S3Client client = client()) {
            String bucket = "reports-" + UUID.randomUUID();
            client.createBucket(r -> r.bucket(bucket));
            FileTarget target = BucketTargetIT.target(endpoint, "s3://" + bucket + "/feedmill");
            target.put("report.csv", file("one\n"));
            target.put("report.csv", file("another\n"));
            assertThat(client.getObjectAsBytes(r -> r.bucket(bucket).key("feedmill/report.csv"))
                            .asUtf8String())
                    .isEqualTo("another\n");
        }
    }

    @Test
    void anAbsentBucketIsAnError() {
        FileTarget target = BucketTargetIT.target(endpoint, "s3://reports-" + UUID.randomUUID());
        assertThatThrownBy(() -> target.put("report.csv", file("one\n"))).isInstanceOf(IOException.class);
    }

    private S3Client client() {
        return S3Client.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(
                        StaticCredentialsProvider.create(AwsBasicCredentials.create("feedmill", "feedmill")))
                .build();
    }
}
