package io.feedmill.emulators;

import java.net.URI;
import java.time.Duration;

/** A started emulator: the child process and where it listens. */
record Emulator(ChildProcess process, URI endpoint) {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Starts the command, which must announce its port, and waits until it listens. */
    static Emulator start(JavaCommand command, int port, EmulatorsHome home) {
        Ports.requireFree(command.name(), port);
        ChildProcess process = ChildProcess.start(command, home.log(command.name()));
        try {
            return new Emulator(process, URI.create("http://127.0.0.1:" + process.awaitPort(LIMIT)));
        } catch (EmulatorStartException e) {
            Ports.requireFree(command.name(), port);
            throw e;
        }
    }
}
