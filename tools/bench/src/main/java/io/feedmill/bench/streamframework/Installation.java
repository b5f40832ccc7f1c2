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
 * @param folder what {@code setup} has made, outside of git
 */
public record Installation(Path application, Path folder) {

    /** Sets up what is missing, which takes half a minute the first time, and tells the user each step. */
    public static Setup setUp(Workspace workspace, Screen screen) {
        Installation installation = new Installation(
                workspace.root().resolve("tools/bench/peers/stream-framework"),
                workspace.root().resolve(".feedmill/bench/stream-framework"));
        return installation.setUp(screen);
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

    /** Where graphs and logs go. */
    Path run() {
        return folder.resolve("run");
    }

    Setup setUp(Screen screen) {
        ProcessBuilder script =
                new ProcessBuilder("bash", application.resolve("setup").toString(), folder.toString());
        try {
            Process setup = script.redirectErrorStream(true).start();
            String last = lastLine(setup, screen);
            return setup.waitFor() == 0 ? new Setup.Ready(this) : new Setup.Missing(last);
        } catch (IOException e) {
            return new Setup.Missing("Stream-Framework cannot be set up: %s.".formatted(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Setup.Missing("Setting Stream-Framework up was interrupted.");
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
