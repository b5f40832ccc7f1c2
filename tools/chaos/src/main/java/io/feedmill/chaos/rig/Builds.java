package io.feedmill.chaos.rig;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.StepFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/** Builds of other commits by a command of Maven. Each is made once, in a temporary work tree of git, and kept in {@code .feedmill/builds}. */
public record Builds(Path root, String maven) {
    private static final String PACKAGE = "-B -ntp -Dmaven.test.skip=true -Dspotless.check.skip=true "
            + "-Dcyclonedx.skip=true -pl api,worker -am package";

    /** Those of this repository, by the command that the variable {@code MAVEN_COMMAND} names, or {@code mvn}. */
    public static Builds configured() {
        return new Builds(Workspace.configured().root(), System.getenv().getOrDefault("MAVEN_COMMAND", "mvn"));
    }

    /** Returns the full hash of a commit, by any of git's names; empty if it is unknown. */
    public Optional<String> find(String commit) {
        return git("rev-parse", "--verify", "--quiet", "--end-of-options", commit + "^{commit}");
    }

    /** Returns whether the commit is the other one, or has it among those before it. */
    public boolean contains(String commit, String other) {
        return git("merge-base", "--is-ancestor", other, commit).isPresent();
    }

    /** Returns a workspace with the jars of API and worker of a commit, by its full hash. Throws a {@link StepFailure} if it does not build. */
    public Workspace of(String commit, Screen screen) {
        Path kept = root.resolve(".feedmill/builds").resolve(commit);
        if (!Files.isDirectory(kept)) {
            screen.say("building %s, once (minutes)…".formatted(commit));
            try {
                build(commit, Files.createDirectories(kept.getParent()), kept);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return new Workspace(kept);
    }

    private void build(String commit, Path builds, Path kept) throws IOException {
        Path tree = Files.createTempDirectory("feedmill-");
        Path log = builds.resolve(commit + ".log");
        try {
            if (git("worktree", "add", "--detach", tree.toString(), commit).isEmpty()) {
                throw new StepFailure("git made no work tree of %s in %s.".formatted(commit, tree));
            }
            if (run(packaging(tree).redirectOutput(log.toFile())).exitValue() != 0) {
                throw new StepFailure("The build of %s failed; all of its output is in %s.".formatted(commit, log));
            }
            Path incomplete = Files.createTempDirectory(builds, "incomplete-");
            for (String module : List.of("api", "worker")) {
                Path jar = new Workspace(tree).jar(module);
                Path target = Files.createDirectories(incomplete.resolve(module).resolve("target"));
                Files.copy(jar, target.resolve(jar.getFileName()));
            }
            Files.move(incomplete, kept);
        } finally {
            git("worktree", "remove", "--force", tree.toString());
            FileSystemUtils.deleteRecursively(tree);
        }
    }

    /** As the launcher builds, and with this JDK. */
    private ProcessBuilder packaging(Path tree) {
        List<String> words = Stream.concat(Stream.of(maven), Stream.of(PACKAGE.split(" ", -1)))
                .toList();
        ProcessBuilder command =
                new ProcessBuilder(words).directory(tree.toFile()).redirectErrorStream(true);
        String jdk = System.getProperty("java.home");
        command.environment().put("JAVA25_HOME", jdk);
        command.environment().putIfAbsent("JAVA_HOME", jdk);
        return command;
    }

    /** Returns what git prints, without the end of its last line; empty if it fails. */
    private Optional<String> git(String... words) {
        List<String> command = Stream.concat(Stream.of("git", "-C", root.toString()), Stream.of(words))
                .toList();
        Process ended = run(new ProcessBuilder(command).redirectError(Redirect.DISCARD));
        try {
            String output = new String(ended.getInputStream().readAllBytes(), UTF_8);
            return ended.exitValue() == 0 ? Optional.of(output.strip()) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the process when it has ended. */
    private static Process run(ProcessBuilder command) {
        try {
            return command.start().onExit().join();
        } catch (IOException e) {
            throw new StepFailure(
                    "%s does not start: %s".formatted(command.command().getFirst(), e.getMessage()));
        }
    }
}
