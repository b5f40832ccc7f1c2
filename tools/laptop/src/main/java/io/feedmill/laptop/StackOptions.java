package io.feedmill.laptop;

import io.feedmill.cli.command.Usage;
import io.feedmill.stack.EmbeddedStack;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of commands that start the embedded stack. */
final class StackOptions {

    private static final int HIGHEST_PORT = 65_535;
    private static final int MAX_SLICE = 10_000;
    private static final int API_PORT = 8080;
    private static final int MANAGEMENT_PORT = 8082;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(names = "--api-port", paramLabel = "PORT", description = "Port of the API (${DEFAULT-VALUE}).")
    private int apiPort = API_PORT;

    @Option(
            names = "--management-port",
            paramLabel = "PORT",
            description =
                    "Port of the API's health and metrics. Default: 8082; any free port if --api-port is another than 8080.")
    private @Nullable Integer managementPort;

    @Option(names = "--worker-port", paramLabel = "PORT", description = "Port of the worker (${DEFAULT-VALUE}).")
    private int workerPort = 8081;

    @Option(names = "--dynamodb-port", paramLabel = "PORT", description = "Port of DynamoDB Local (${DEFAULT-VALUE}).")
    private int dynamoDbPort = 8000;

    @Option(names = "--sqs-port", paramLabel = "PORT", description = "Port of ElasticMQ (${DEFAULT-VALUE}).")
    private int queuesPort = 9324;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Keep the tables in this folder; queues are always in memory. Default: tables in memory too.")
    private @Nullable Path data;

    @Option(
            names = "--slice-size",
            paramLabel = "N",
            description = "Maximum number of recipients per slice. Default: the worker's, 1,000.")
    private @Nullable Integer sliceSize;

    /** Refuses a number that is no port; 0 stands for any free one. */
    static void requirePort(@Nullable CommandSpec command, String option, int port) {
        Usage.require(
                command, port >= 0 && port <= HIGHEST_PORT, "%s must be 0 to %d.".formatted(option, HIGHEST_PORT));
    }

    EmbeddedStack.Settings settings() {
        requirePort(spec, "--api-port", apiPort);
        requirePort(spec, "--management-port", managementPort());
        requirePort(spec, "--worker-port", workerPort);
        requirePort(spec, "--dynamodb-port", dynamoDbPort);
        requirePort(spec, "--sqs-port", queuesPort);
        Usage.require(
                spec,
                sliceSize == null || (sliceSize >= 1 && sliceSize <= MAX_SLICE),
                "--slice-size must be 1 to %d.".formatted(MAX_SLICE));
        return new EmbeddedStack.Settings(
                new EmbeddedStack.StackPorts(apiPort, managementPort(), workerPort, dynamoDbPort, queuesPort),
                Optional.ofNullable(data),
                sliceSize == null ? Map.of() : Map.of("FEEDMILL_FANOUT_SLICE_SIZE", sliceSize.toString()));
    }

    /** A second stack, whose API has another port, needs no further option. */
    private int managementPort() {
        if (managementPort != null) {
            return managementPort;
        }
        return apiPort == API_PORT ? MANAGEMENT_PORT : 0;
    }
}
