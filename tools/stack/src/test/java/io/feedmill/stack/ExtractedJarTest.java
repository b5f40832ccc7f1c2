package io.feedmill.stack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.emulators.EmulatorStartException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtractedJarTest {
    @TempDir
    private Path target = Path.of("");

    private int extractions;

    private Path jar(String text) throws IOException {
        Path jar = target.resolve("app.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "org.example.App");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(file, manifest)) {
            entries.putNextEntry(new JarEntry("org/App.class"));
            entries.write(text.getBytes(UTF_8));
        }
        Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
        return jar;
    }

    private ExtractedJar extracted(Path jar) {
        return ExtractedJar.of(jar, (source, folder) -> {
            try {
                extractions++;
                Files.copy(source, folder.resolve(source.getFileName()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Test
    void namesTheFileAndItsMainClass() throws IOException {
        ExtractedJar extracted = extracted(jar("1"));
        assertThat(extracted.mainClass()).isEqualTo("org.example.App");
        assertThat(extracted.file()).hasSameBinaryContentAs(target.resolve("app.jar"));
    }

    @Test
    void isExtractedOnce() throws IOException {
        ExtractedJar first = extracted(jar("1"));
        assertThat(extracted(jar("1"))).isEqualTo(first);
        assertThat(extractions).isEqualTo(1);
    }

    /** Builds are reproducible: two jars have one date. */
    @Test
    void anotherBuildReplacesThisOne() throws IOException {
        ExtractedJar first = extracted(jar("1"));
        ExtractedJar second = extracted(jar("2"));
        assertThat(second.file()).hasSameBinaryContentAs(target.resolve("app.jar"));
        assertThat(first.file()).doesNotExist();
        try (Stream<Path> builds = Files.list(target.resolve("app.jar.extracted"))) {
            assertThat(builds).hasSize(1);
        }
    }

    @Test
    void saysThatAFileIsNoJar() throws IOException {
        Path file = Files.writeString(target.resolve("app.jar"), "no jar");
        assertThatThrownBy(() -> ExtractedJar.of(file))
                .isInstanceOf(EmulatorStartException.class)
                .hasMessage(file + " cannot be extracted.");
    }

    /** A jar without Spring Boot's tools ends otherwise than with 0: the message has what it printed. */
    @Test
    void showsTheOutputOfAFailedExtraction() throws IOException {
        Path jar = jar("1");
        assertThatThrownBy(() -> ExtractedJar.of(jar))
                .isInstanceOf(EmulatorStartException.class)
                .hasMessageStartingWith(jar + " cannot be extracted: ")
                .hasMessageContaining("org.example.App");
    }
}
