package io.feedmill.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceTest {
    private static final int PORT = 8080;

    @TempDir
    private Path root = Path.of("");

    private Path keys() {
        return new Workspace(root).keys(PORT);
    }

    /** Returns the private half of a new stack. */
    private String start(int port, Optional<Path> data) throws IOException {
        return Files.readString(
                new Workspace(root).makeKeys(port, data).folder().resolve("signing-key.jwk"));
    }

    private Optional<Path> data() {
        return Optional.of(root.resolve("data"));
    }

    @Test
    void aStackInMemoryHasAPairOfItsOwn() throws IOException {
        String first = start(PORT, Optional.empty());
        String second = start(PORT, Optional.empty());
        assertThat(second).isNotEqualTo(first);
        Workspace.deleteKeys(keys());
        assertThat(keys()).doesNotExist();
    }

    @Test
    void aDataFolderKeepsItsPair() throws IOException {
        String first = start(PORT, data());
        Workspace.deleteKeys(keys());
        assertThat(keys()).doesNotExist();
        assertThat(start(PORT + 1, data())).isEqualTo(first);
    }

    /** Writes the file of a stack that has the pid of this process. */
    private Path environmentOfThisProcess() throws IOException {
        Path file = new Workspace(root).environmentFile(PORT);
        Files.createDirectories(file.getParent());
        return Files.writeString(
                file, Workspace.STACK_PID + ProcessHandle.current().pid());
    }

    @Test
    void findsThePairOfTheStackThatIsUp() throws IOException {
        String made = start(PORT, Optional.empty());
        environmentOfThisProcess();
        assertThat(new Workspace(root).keyOfStack(PORT).orElseThrow().folder().resolve("signing-key.jwk"))
                .hasContent(made);
    }

    /** The system gives the pid of a killed stack to another process. */
    @Test
    void anotherProcessIsNotTheStack() throws IOException {
        start(PORT, Optional.empty());
        Files.setLastModifiedTime(environmentOfThisProcess(), FileTime.from(Instant.EPOCH));
        assertThat(new Workspace(root).keyOfStack(PORT)).isEmpty();
    }

    @Test
    void makesNoPairForAStackThatHasNone() throws IOException {
        environmentOfThisProcess();
        assertThat(new Workspace(root).keyOfStack(PORT)).isEmpty();
        assertThat(keys()).doesNotExist();
    }

    @Test
    void whatAKilledStackHasLeftIsReplaced() throws IOException {
        String kept = start(PORT, data());
        assertThat(start(PORT, Optional.empty())).isNotEqualTo(kept);
        assertThat(start(PORT, data())).isEqualTo(kept);
    }
}
