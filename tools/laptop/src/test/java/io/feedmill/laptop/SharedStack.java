package io.feedmill.laptop;

import io.feedmill.stack.FeedmillCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
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

    /** Runs a command there that succeeds without a word on standard error. Returns its output. */
    static String run(String... words) throws InterruptedException {
        EndedCommand ended = EndedCommand.run(0, folder(), Map.of(), words);
        ended.assertErr().isEmpty();
        return ended.out().strip();
    }

    /** Makes a call of its API. */
    static HttpResponse<String> get(String path, String token) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(get().url("API").resolve(path))
                .header("Authorization", "Bearer " + token)
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(request, BodyHandlers.ofString());
        }
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
