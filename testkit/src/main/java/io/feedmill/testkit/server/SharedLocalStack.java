package io.feedmill.testkit.server;

import java.net.URI;
import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.utility.DockerImageName;

/** LocalStack in a container, started when first asked for and shared by all tests of the JVM; they need {@link NeedsDocker}. */
public final class SharedLocalStack {
    private static final String IMAGE = "localstack/localstack:4.14.0";

    private SharedLocalStack() {}

    /** Where DynamoDB and SQS listen. */
    public static URI endpoint() {
        return Holder.CONTAINER.getEndpoint();
    }

    private static LocalStackContainer start() {
        LocalStackContainer container = new LocalStackContainer(DockerImageName.parse(IMAGE))
                .withServices("dynamodb", "sqs")
                .withEnv("DYNAMODB_IN_MEMORY", "1");
        container.start();
        Runtime.getRuntime().addShutdownHook(new Thread(container::stop));
        return container;
    }

    private static final class Holder {
        private static final LocalStackContainer CONTAINER = start();
    }
}
