package io.feedmill.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The measured build.
 *
 * @param commit of the source tree, with " and changes" for uncommitted ones; {@code unknown} outside of a clone
 * @param versions of the servers and libraries, by name
 */
record Build(String version, String commit, Map<String, String> versions) {
    private static final String FEEDMILL = "feedmill";

    /** Returns the running build, from the source tree. */
    static Build of(Path root) {
        Map<String, String> versions = readVersions();
        String version = Objects.requireNonNull(versions.remove(FEEDMILL));
        return new Build(version, commit(root), versions);
    }

    private static Map<String, String> readVersions() {
        Properties properties = new Properties();
        try (InputStream file = Objects.requireNonNull(Build.class.getResourceAsStream("versions.properties"))) {
            properties.load(new InputStreamReader(file, UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> versions = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> versions.put(name, properties.getProperty(name)));
        return versions;
    }

    private static String commit(Path root) {
        String changes =
                git(root, "status", "--porcelain", "--untracked-files=no").orElse("");
        return git(root, "rev-parse", "--short=12", "HEAD")
                .map(id -> changes.isEmpty() ? id : id + " and changes")
                .orElse("unknown");
    }

    /** Returns an empty optional without git or outside of a clone. */
    private static Optional<String> git(Path root, String... arguments) {
        ProcessBuilder command =
                new ProcessBuilder("git", "-C", root.toString()).redirectError(ProcessBuilder.Redirect.DISCARD);
        command.command().addAll(List.of(arguments));
        try {
            Process git = command.start();
            String answer = new String(git.getInputStream().readAllBytes(), UTF_8).strip();
            return git.waitFor() == 0 ? Optional.of(answer) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
