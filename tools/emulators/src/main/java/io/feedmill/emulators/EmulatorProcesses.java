package io.feedmill.emulators;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Running DynamoDB Local and ElasticMQ: the AWS services that Feedmill needs. */
public record EmulatorProcesses(Emulator dynamoDb, Emulator queues) implements AutoCloseable {

    public static final String REGION = "us-east-1";

    private static final Logger LOG = LoggerFactory.getLogger(EmulatorProcesses.class);
    private static final String DUMMY = "feedmill";

    /** The ports (0 for any free one) and the folder for tables (empty for tables in memory). */
    public record Options(int dynamoDbPort, int queuesPort, Optional<Path> data) {

        public static final Options ANY_PORT = new Options(0, 0, Optional.empty());
    }

    public static EmulatorProcesses start() {
        return start(Options.ANY_PORT, EmulatorsHome.configured());
    }

    /** Starts both at once. If one cannot start, stops the other and throws the first one's exception. */
    public static EmulatorProcesses start(Options options, EmulatorsHome home) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var queues =
                    CompletableFuture.supplyAsync(() -> Emulator.startElasticMq(options.queuesPort(), home), threads);
            var dynamoDb = CompletableFuture.supplyAsync(
                    () -> Emulator.startDynamoDbLocal(options.dynamoDbPort(), options.data(), home), threads);
            try {
                return new EmulatorProcesses(dynamoDb.join(), queues.join());
            } catch (CompletionException e) {
                closeWhenStarted(dynamoDb);
                closeWhenStarted(queues);
                throw e.getCause() instanceof RuntimeException cause ? cause : e;
            }
        }
    }

    /** The environment variables that point AWS clients to these emulators and away from a real account. */
    public Map<String, String> environment() {
        return Map.of(
                "AWS_ENDPOINT_URL_DYNAMODB", dynamoDb.endpoint().toString(),
                "AWS_ENDPOINT_URL_SQS", queues.endpoint().toString(),
                "AWS_REGION", REGION,
                "AWS_ACCESS_KEY_ID", DUMMY,
                "AWS_SECRET_ACCESS_KEY", DUMMY);
    }

    @Override
    public void close() {
        try (dynamoDb) {
            queues.close();
        }
    }

    private static void closeWhenStarted(CompletableFuture<? extends AutoCloseable> start) {
        try (AutoCloseable server = start.join()) {
            LOG.debug("Stopping {} because the other emulator did not start", server);
        } catch (Exception e) {
            LOG.debug("Emulator not started or not stopped", e);
        }
    }
}
