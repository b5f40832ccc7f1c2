package io.feedmill.worker.report;

import io.feedmill.emulators.EmulatorProcesses;
import java.net.URI;

/** Makes targets in a bucket that is not in AWS: the standard settings, of which a JVM has one set, say where. */
final class Buckets {
    private static final String ENDPOINT = "aws.endpointUrlS3";

    private Buckets() {}

    static FileTarget target(URI endpoint, String url) {
        System.setProperty("aws.region", EmulatorProcesses.REGION);
        System.setProperty("aws.accessKeyId", "feedmill");
        System.setProperty("aws.secretAccessKey", "feedmill");
        System.setProperty(ENDPOINT, endpoint.toString());
        try {
            return FileTarget.of(url);
        } finally {
            System.clearProperty(ENDPOINT);
        }
    }
}
