package io.feedmill.worker.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.services.s3.S3Client;

public interface FileTarget {

    /** Copies the file to this name. Replaces an existing file atomically. */
    void put(String name, Path file) throws IOException;

    /** Returns a directory, or a bucket for {@code s3://<bucket>[/<prefix>]}, by a text that {@link #isValid}. */
    static FileTarget of(String to) {
        Matcher bucket = BucketTarget.FORM.matcher(to);
        return bucket.matches() ? BucketTarget.of(bucket) : new DirectoryTarget(Path.of(to));
    }

    static boolean isValid(String to) {
        return to.startsWith(BucketTarget.SCHEME)
                ? BucketTarget.FORM.matcher(to).matches()
                : !to.isBlank();
    }

    /** A directory, created if absent. */
    record DirectoryTarget(Path directory) implements FileTarget {

        /** A crash may leave a file {@code .<name>….part}. */
        @Override
        public void put(String name, Path file) throws IOException {
            Files.createDirectories(directory);
            Path part = Files.createTempFile(directory, "." + name, ".part");
            try {
                Files.copy(file, part, StandardCopyOption.REPLACE_EXISTING);
                Files.move(part, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(part);
            }
        }
    }

    /** An S3 bucket. A put replaces an object atomically. The prefix of keys is empty, or ends with a slash. */
    record BucketTarget(S3Client client, String bucket, String prefix) implements FileTarget {
        static final String SCHEME = "s3://";

        static final Pattern FORM = Pattern.compile("s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:/(.*?))?/?");
        private static final Duration CALL_TIMEOUT = Duration.ofMinutes(2);
        private static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(30);
        private static final int ATTEMPTS = 4;

        /** Takes region, credentials and endpoint from the standard AWS settings. */
        static BucketTarget of(Matcher url) {
            String path = url.group(2);
            return new BucketTarget(connect(), url.group(1), path == null || path.isEmpty() ? "" : path + "/");
        }

        /** Uses path-style URLs, because emulators answer to one host only. */
        private static S3Client connect() {
            return S3Client.builder()
                    .httpClientBuilder(Apache5HttpClient.builder())
                    .forcePathStyle(true)
                    .overrideConfiguration(c -> c.apiCallTimeout(CALL_TIMEOUT)
                            .apiCallAttemptTimeout(ATTEMPT_TIMEOUT)
                            .retryStrategy(AwsRetryStrategy.standardRetryStrategy().toBuilder()
                                    .maxAttempts(ATTEMPTS)
                                    .build()))
                    .build();
        }

        @Override
        public void put(String name, Path file) throws IOException {
            try {
                client.putObject(r -> r.bucket(bucket).key(prefix + name), file);
            } catch (SdkException e) {
                throw new IOException("Cannot write to S3: " + name, e);
            }
        }
    }
}
