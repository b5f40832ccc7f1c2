package io.feedmill.testkit.server;

import java.net.URI;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.images.RemoteDockerImage;
import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.utility.DockerImageName;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** LocalStack in a container, started on first use and shared by all tests of the JVM. They need {@link NeedsDocker}. */
public final class SharedLocalStack {
    private static final DockerImageName IMAGE = DockerImageName.parse("localstack/localstack:4.14.0");

    private SharedLocalStack() {}

    /** Returns whether the image is present, or can be pulled. */
    static boolean hasImage() {
        return Image.PRESENT;
    }

    /** The endpoint of DynamoDB, SQS and S3. */
    public static URI endpoint() {
        return Holder.CONTAINER.getEndpoint();
    }

    private static LocalStackContainer start() {
        LocalStackContainer container = new LocalStackContainer(IMAGE)
                .withServices("dynamodb", "sqs", "s3")
                .withEnv("DYNAMODB_IN_MEMORY", "1");
        container.start();
        Runtime.getRuntime().addShutdownHook(new Thread(container::stop));
        warmUp(container);
        return container;
    }

    /** The first call starts the DynamoDB inside, which may take longer than the timeout of our clients. */
    private static void warmUp(LocalStackContainer container) {
        try (DynamoDbClient patient = AwsProperties.slow(container.getEndpoint())) {
            patient.listTables();
        }
    }

    private static final class Holder {
        private static final LocalStackContainer CONTAINER = start();
    }

    private static final class Image {
        private static final boolean PRESENT = pull();

        private static boolean pull() {
            try {
                new RemoteDockerImage(IMAGE).get();
                return true;
            } catch (ContainerFetchException e) {
                return false;
            }
        }
    }
}
