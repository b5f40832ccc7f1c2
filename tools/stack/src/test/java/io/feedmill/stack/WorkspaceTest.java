package io.feedmill.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.cli.token.StackFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceTest {
    private static final int PORT = 8080;

    @TempDir
    private Path root = Path.of("");

    private Path keys() {
        return new StackFiles(root).keys(PORT);
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

    @Test
    void whatAKilledStackHasLeftIsReplaced() throws IOException {
        String kept = start(PORT, data());
        assertThat(start(PORT, Optional.empty())).isNotEqualTo(kept);
        assertThat(start(PORT, data())).isEqualTo(kept);
    }
}
