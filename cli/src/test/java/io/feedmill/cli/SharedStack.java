package io.feedmill.cli;

import io.feedmill.stack.FeedmillCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** An embedded stack that is started when first asked for and shared by tests that are in nobody's way there. It goes with the JVM. */
public final class SharedStack {
    private SharedStack() {}

    public static FeedmillCommand get() {
        return Holder.STACK;
    }

    /** Where it was started, and where commands find it by {@code --local}. */
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

        /** New, and under {@code target}: whoever looks for a failure's reason finds the logs there. */
        private static Path temporary() {
            try {
                return Files.createTempDirectory(Path.of("target").toAbsolutePath(), "stack");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
