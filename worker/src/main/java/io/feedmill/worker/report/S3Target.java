package io.feedmill.worker.report;

import java.nio.file.Path;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * A bucket, in which a put replaces an object as a whole.
 *
 * @param prefix what keys begin with; empty, or with a slash at its end
 */
record S3Target(S3Client client, String bucket, String prefix) implements ReportTarget {

    @Override
    public void put(String name, Path file) {
        client.putObject(r -> r.bucket(bucket).key(prefix + name), file);
    }
}
