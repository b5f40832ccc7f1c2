package io.feedmill.bench.report;

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
 * What a run measured.
 *
 * @param commit of the source tree, and whether something is changed in it; {@code unknown} where it is no clone
 * @param versions of what else took part, by name
 */
public record Build(String version, String commit, Map<String, String> versions) {
    private static final String FEEDMILL = "feedmill";

    public Build {
        versions = Map.copyOf(versions);
    }

    /** The one that runs, from sources in this folder. */
    public static Build of(Path root) {
        Map<String, String> versions = fromResource();
        String version = Objects.requireNonNull(versions.remove(FEEDMILL));
        return new Build(version, commit(root), versions);
    }

    private static Map<String, String> fromResource() {
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
        Optional<String> commit = git(root, "rev-parse", "--short=12", "HEAD");
        boolean changed = git(root, "status", "--porcelain", "--untracked-files=no")
                .filter(changes -> !changes.isEmpty())
                .isPresent();
        return commit.map(id -> changed ? id + " and changes" : id).orElse("unknown");
    }

    /** What git says; empty where there is no git, or no clone. */
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
