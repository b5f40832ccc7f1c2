package io.feedmill.emulators;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** The built {@code tools/emulators}: classes, class paths and logs of children. This program's class path may be a jar of jars, which no other JVM can read. */
public record EmulatorsHome(Path folder, Path logs) {

    /** Set by the tests' build and by the launcher. */
    public static final String PROPERTY = "feedmill.emulators";

    private static final AtomicInteger COUNT = new AtomicInteger();

    /** The home that the system property {@value #PROPERTY} names. */
    public static EmulatorsHome configured() {
        String folder = System.getProperty(PROPERTY);
        if (folder == null) {
            throw new IllegalStateException(
                    "The system property " + PROPERTY + " must name the folder tools/emulators.");
        }
        return new EmulatorsHome(Path.of(folder), Path.of(folder, "target", "logs"));
    }

    /** A new log file for one child, different from those of other children and programs. */
    Path log(String name) {
        return logs.resolve(
                "%s-%d-%d.log".formatted(name, ProcessHandle.current().pid(), COUNT.incrementAndGet()));
    }

    public EmulatorsHome withLogs(Path logs) {
        return new EmulatorsHome(folder, logs);
    }

    /** The classes of this module, which every child needs. */
    public String classPath() {
        return folder.resolve("target/classes").toString();
    }

    /** The classes of this module and the emulator's class path, which the emulator's build has written. */
    String classPath(String emulator) {
        Path file = folder.resolve(emulator).resolve("target/classpath");
        try {
            return classPath()
                    + System.getProperty("path.separator")
                    + Files.readString(file).strip();
        } catch (IOException e) {
            throw new EmulatorStartException(
                    "No class path of %s: build the project first (%s).".formatted(emulator, file), e);
        }
    }
}
