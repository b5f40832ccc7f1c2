package io.feedmill.worker;

import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.testkit.server.AwsProperties;
import io.feedmill.testkit.server.SharedEmulators;
import io.feedmill.testkit.server.SharedLocalStack;
import java.net.URI;

/** The endpoints of DynamoDB and SQS. All tests of the JVM share the servers. */
record Endpoints(URI dynamoDb, URI sqs) {

    /** DynamoDB Local and ElasticMQ. */
    static Endpoints embedded() {
        EmulatorProcesses servers = SharedEmulators.get();
        return new Endpoints(servers.dynamoDb().endpoint(), servers.queues().endpoint());
    }

    static Endpoints localStack() {
        return new Endpoints(SharedLocalStack.endpoint(), SharedLocalStack.endpoint());
    }

    /** Sets the standard AWS settings of the JVM: new clients use these endpoints. */
    void use() {
        AwsProperties.scope(dynamoDb, sqs);
    }
}
