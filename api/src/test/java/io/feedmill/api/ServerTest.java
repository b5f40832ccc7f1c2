package io.feedmill.api;

import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.testkit.server.SharedEmulators;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.ContextConfiguration;

/** A test of the whole API over HTTP with DynamoDB Local and ElasticMQ. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ActiveProfiles("local")
@ContextConfiguration(initializers = ServerTest.Servers.class)
@Import({Http.class, CrashingSender.class})
@SpringBootTest(
        classes = FeedmillApi.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "feedmill.tables.create=true",
            "feedmill.tables.prefix=api-${random.uuid}-",
            "feedmill.queues.create=true",
            "feedmill.queues.prefix=api-"
        })
public @interface ServerTest {

    /** Points the AWS clients at the servers. */
    final class Servers implements ApplicationContextInitializer<ConfigurableApplicationContext> {
        @Override
        public void initialize(ConfigurableApplicationContext context) {
            EmulatorProcesses servers = SharedEmulators.get();
            System.setProperty("aws.region", EmulatorProcesses.REGION);
            System.setProperty("aws.accessKeyId", "feedmill");
            System.setProperty("aws.secretAccessKey", "feedmill");
            System.setProperty(
                    "aws.endpointUrlDynamoDb", servers.dynamoDb().endpoint().toString());
            System.setProperty("aws.endpointUrlSqs", servers.queues().endpoint().toString());
        }
    }
}
