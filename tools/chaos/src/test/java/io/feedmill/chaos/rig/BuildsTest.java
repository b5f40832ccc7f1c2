package io.feedmill.chaos.rig;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.StepFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds of a repository with two commits by a script in place of Maven; needs git. */
class BuildsTest {
    @TempDir
    private Path folder = Path.of("");

    private final Screen screen = Screen.plain(new PrintStream(new ByteArrayOutputStream(), true, UTF_8));
    private Path root = Path.of("");
    private Builds builds = new Builds(root, "");

    @BeforeEach
    void commit() throws Exception {
        root = Files.createDirectory(folder.resolve("root"));
        Path maven = Files.writeString(folder.resolve("maven"), """
                #!/bin/sh
                echo "$PWD" >> "%s"
                for module in api worker; do
                  mkdir -p $module/target && cp version $module/target/feedmill-$module-1-boot.jar || exit 1
                done
                """.formatted(folder.resolve("calls")));
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        builds = new Builds(root, maven.toString());
        git("init", "-q");
        git("commit", "-q", "--allow-empty", "-m", "empty");
        git("tag", "empty");
        Files.writeString(root.resolve("version"), "one");
        git("add", "version");
        git("commit", "-q", "-m", "one");
        git("tag", "one");
        Files.writeString(root.resolve("version"), "two");
    }

    private void git(String... words) throws Exception {
        Stream<String> identity = Stream.of("git", "-c", "user.name=test", "-c", "user.email=test@example.org");
        Process git = new ProcessBuilder(
                        Stream.concat(identity, Stream.of(words)).toList())
                .directory(root.toFile())
                .inheritIO()
                .start();
        assertThat(git.waitFor()).isZero();
    }

    @Test
    void findsCommitsByAnyName() {
        assertThat(builds.find("HEAD")).isPresent().isEqualTo(builds.find("one"));
        assertThat(builds.find("none")).isEmpty();
        assertThat(builds.find("--all")).isEmpty();
        assertThat(new Builds(folder, "").find("HEAD")).isEmpty();
        assertThat(builds.contains("one", "empty")).isTrue();
        assertThat(builds.contains("empty", "one")).isFalse();
    }

    @Test
    void buildsACommitOnceAndLeavesNoWorkTree() throws IOException {
        String commit = builds.find("one").orElseThrow();
        Workspace first = builds.of(commit, screen);
        assertThat(builds.of(commit, screen)).isEqualTo(first);
        assertThat(first.jar("api")).hasContent("one");
        assertThat(first.jar("worker")).hasContent("one");
        assertThat(Files.readAllLines(folder.resolve("calls")))
                .singleElement()
                .satisfies(tree -> assertThat(Path.of(tree)).doesNotExist());
        assertThat(root.resolve(".git/worktrees")).doesNotExist();
    }

    @Test
    void aFailedBuildLeavesOnlyItsLog() {
        String commit = builds.find("empty").orElseThrow();
        assertThatThrownBy(() -> builds.of(commit, screen))
                .isInstanceOf(StepFailure.class)
                .hasMessageContaining(commit + ".log");
        assertThat(root.resolve(".feedmill/builds")).isDirectoryContaining("glob:**.log");
        assertThat(root.resolve(".feedmill/builds").toFile().list()).hasSize(1);
    }
}
