package io.feedmill.laptop;

import io.feedmill.stack.FeedmillCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** An embedded stack shared by tests that do not disturb each other. It starts on first use and stops with the JVM. */
public final class SharedStack {
    private SharedStack() {}

    public static FeedmillCommand get() {
        return Holder.STACK;
    }

    /** The folder in which it was started and in which commands find it by {@code --local}. */
    public static Path folder() {
        return Holder.FOLDER;
    }

    private static final class Holder {
        private static final Path FOLDER = temporary();
        private static final FeedmillCommand STACK =
                FeedmillCommand.onAnyPort(FOLDER, Map.of(), "local", "--slice-size=50");

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(STACK::close));
        }

        /** A new folder under {@code target}, where the logs remain after a failure. */
        private static Path temporary() {
            try {
                return Files.createTempDirectory(Path.of("target").toAbsolutePath(), "stack");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
