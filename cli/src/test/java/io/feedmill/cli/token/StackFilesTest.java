package io.feedmill.cli.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackFilesTest {
    private static final int PORT = 8080;

    private final StackFiles files;

    StackFilesTest(@TempDir Path root) {
        files = new StackFiles(root);
    }

    /** Writes the file of a stack that has the pid of this process. */
    private Path environmentOfThisProcess() throws IOException {
        Path file = files.environment(PORT);
        Files.createDirectories(file.getParent());
        return Files.writeString(
                file, StackFiles.STACK_PID + ProcessHandle.current().pid());
    }

    @Test
    void findsThePairOfTheStackThatIsUp() throws IOException {
        SigningKey made = SigningKey.in(files.keys(PORT));
        environmentOfThisProcess();
        assertThat(files.key(PORT).orElseThrow().publicHalf()).hasSameTextualContentAs(made.publicHalf());
    }

    /** The system gives the pid of a killed stack to another process. */
    @Test
    void anotherProcessIsNotTheStack() throws IOException {
        SigningKey.in(files.keys(PORT));
        Files.setLastModifiedTime(environmentOfThisProcess(), FileTime.from(Instant.EPOCH));
        assertThat(files.key(PORT)).isEmpty();
    }

    @Test
    void makesNoPairForAStackThatHasNone() throws IOException {
        environmentOfThisProcess();
        assertThat(files.key(PORT)).isEmpty();
        assertThat(files.keys(PORT)).doesNotExist();
    }
}
