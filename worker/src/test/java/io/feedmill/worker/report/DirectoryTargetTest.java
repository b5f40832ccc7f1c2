package io.feedmill.worker.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryTargetTest {
    private final Path directory;

    DirectoryTargetTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("source"), text);
    }

    @Test
    void makesTheDirectoryAndLeavesNothingButTheFile() throws IOException {
        Path there = directory.resolve("some/where");
        FileTarget.of(there.toString()).put("a.csv", file("one"));
        assertThat(there.toFile().list()).containsExactly("a.csv");
    }

    @Test
    void replacesAnExistingFile() throws IOException {
        FileTarget target = FileTarget.of(directory.toString());
        target.put("a.csv", file("one"));
        target.put("a.csv", file("two"));
        assertThat(directory.resolve("a.csv")).hasContent("two");
    }

    @Test
    void aFailedWriteLeavesTheOldFile() throws IOException {
        FileTarget target = FileTarget.of(directory.toString());
        target.put("a.csv", file("one"));
        assertThatThrownBy(() -> target.put("a.csv", directory.resolve("missing")))
                .isInstanceOf(IOException.class);
        assertThat(directory.resolve("a.csv")).hasContent("one");
        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("source", "a.csv");
    }

    @Test
    void bucketsAreNamedAsS3Does() {
        assertThat(FileTarget.isValid("s3://bucket")).isTrue();
        assertThat(FileTarget.isValid("s3://my.bucket-1/some/prefix/")).isTrue();
        assertThat(FileTarget.isValid("s3://")).isFalse();
        assertThat(FileTarget.isValid("s3:///prefix")).isFalse();
        assertThat(FileTarget.isValid("s3://UPPER")).isFalse();
        assertThat(FileTarget.isValid(" ")).isFalse();
    }
}
