package io.feedmill.emulators;

import java.net.URI;
import java.util.List;
import java.util.Map;

/** ElasticMQ, which speaks SQS, as a child process on 127.0.0.1. Its queues are in memory. Thread-safe. */
public final class ElasticMq implements AutoCloseable {

    private final Emulator emulator;

    private ElasticMq(Emulator emulator) {
        this.emulator = emulator;
    }

    /** Starts one on the port, or on any free one if it is 0. */
    public static ElasticMq start(int port) {
        return start(port, EmulatorsHome.configured());
    }

    /** As {@link #start(int)}. Throws {@link PortTakenException} or {@link EmulatorStartException}. */
    public static ElasticMq start(int port, EmulatorsHome home) {
        JavaCommand command = new JavaCommand(
                "elasticmq",
                List.of("-Xmx512m", "-XX:+UseSerialGC", "--sun-misc-unsafe-memory-access=allow"),
                home.classPath("elasticmq"),
                "io.feedmill.emulators.child.ElasticMqMain",
                List.of(Integer.toString(port), EmulatorProcesses.REGION),
                Map.of());
        return new ElasticMq(Emulator.start(command, port, home));
    }

    public URI endpoint() {
        return emulator.endpoint();
    }

    public ChildProcess process() {
        return emulator.process();
    }

    @Override
    public void close() {
        emulator.process().close();
    }
}
