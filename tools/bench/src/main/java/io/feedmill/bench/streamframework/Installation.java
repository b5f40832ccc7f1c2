package io.feedmill.bench.streamframework;

import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Stream-Framework on this machine.
 *
 * @param application our Python files, a part of the source tree
 * @param folder the files of {@code setup}, outside of git
 */
public record Installation(Path application, Path folder) {

    /** The outcome of {@link #setUp}. */
    public sealed interface Setup {}

    /** It can be started. */
    public record Ready(Installation installation) implements Setup {}

    /**
     * The machine lacks something.
     *
     * @param reason the last line of {@code setup}, a sentence
     */
    public record Missing(String reason) implements Setup {

        /** Returns the note for tables without its figures. */
        public String note() {
            return "Stream-Framework was not measured. " + reason;
        }
    }

    /** Installs the missing parts, half a minute the first time, and shows each step. */
    public static Setup setUp(Workspace workspace, Screen screen) {
        Path root = workspace.root();
        return new Installation(
                        root.resolve("tools/bench/peers/stream-framework"),
                        root.resolve(".feedmill/bench/stream-framework"))
                .setUp(screen);
    }

    List<String> driver(Path run) {
        return List.of(
                folder.resolve("venv/bin/python").toString(),
                application.resolve("driver.py").toString(),
                "--redis",
                folder.resolve("redis-server").toString(),
                "--folder",
                run.toString());
    }

    /** Returns the folder of graphs and logs. */
    Path run() {
        return folder.resolve("run");
    }

    Setup setUp(Screen screen) {
        ProcessBuilder script =
                new ProcessBuilder("bash", application.resolve("setup").toString(), folder.toString());
        try {
            Process setup = script.redirectErrorStream(true).start();
            String last = lastLine(setup, screen);
            return setup.waitFor() == 0 ? new Ready(this) : new Missing(last);
        } catch (IOException e) {
            return new Missing("Cannot set up Stream-Framework: %s.".formatted(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Missing("The setup of Stream-Framework was interrupted.");
        }
    }

    private static String lastLine(Process setup, Screen screen) throws IOException {
        try (BufferedReader lines = setup.inputReader()) {
            String last = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                screen.say("Stream-Framework: " + line);
                last = line;
            }
            return last;
        }
    }
}
