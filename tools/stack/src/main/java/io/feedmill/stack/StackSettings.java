package io.feedmill.stack;

import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.emulators.Ports;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the user chose of the embedded stack. A port of 0 stands for any free one.
 *
 * @param data the folder that keeps the tables; in memory without
 * @param sliceSize recipients of a slice; the worker's own default without
 */
public record StackSettings(
        int apiPort, int workerPort, int dynamoDbPort, int queuesPort, Optional<Path> data, OptionalInt sliceSize) {

    /**
     * The same with ports for API and worker. Throws a {@link io.feedmill.emulators.PortTakenException} if one of the four is taken, so that
     * nothing is started in vain.
     */
    StackSettings withCheckedPorts() {
        Ports.requireFree("DynamoDB Local (--dynamodb-port)", dynamoDbPort);
        Ports.requireFree("ElasticMQ (--sqs-port)", queuesPort);
        return new StackSettings(
                chosen("the API (--api-port)", apiPort),
                chosen("the worker (--worker-port)", workerPort),
                dynamoDbPort,
                queuesPort,
                data,
                sliceSize);
    }

    EmulatorProcesses.Options servers() {
        return new EmulatorProcesses.Options(dynamoDbPort, queuesPort, data);
    }

    private static int chosen(String server, int port) {
        return port == 0 ? Ports.findFree() : Ports.requireFree(server, port);
    }
}
