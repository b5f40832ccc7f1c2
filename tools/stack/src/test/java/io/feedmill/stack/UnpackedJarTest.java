package io.feedmill.stack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.emulators.EmulatorStartException;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackedJarTest {
    @TempDir
    private Path target = Path.of("");

    /** A Boot jar; each entry has its own name and the text as its content. */
    private Path jar(String text) throws IOException {
        Path jar = target.resolve("app.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Start-Class", "org.example.App");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(file, manifest)) {
            for (String name :
                    List.of("org/Loader", "BOOT-INF/lib/z.jar", "BOOT-INF/lib/a.jar", "BOOT-INF/classes/b/C")) {
                entries.putNextEntry(new JarEntry(name));
                entries.write((name + text).getBytes(UTF_8));
            }
        }
        Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
        return jar;
    }

    private static List<Path> classPath(UnpackedJar unpacked) {
        return Stream.of(unpacked.classPath().split(File.pathSeparator))
                .map(Path::of)
                .toList();
    }

    private List<Path> builds() throws IOException {
        try (Stream<Path> builds = Files.list(target.resolve("app.jar.unpacked"))) {
            return builds.toList();
        }
    }

    @Test
    void hasTheJarsOwnClassesFirstAndThenTheLibrariesInItsOrder() throws IOException {
        UnpackedJar unpacked = UnpackedJar.of(jar("1"));
        assertThat(unpacked.mainClass()).isEqualTo("org.example.App");
        List<Path> parts = classPath(unpacked);
        assertThat(parts)
                .extracting(part -> part.getFileName().toString())
                .containsExactly("classes", "z.jar", "a.jar");
        assertThat(parts.getFirst().resolve("b/C")).hasContent("BOOT-INF/classes/b/C1");
        assertThat(parts.getLast()).hasContent("BOOT-INF/lib/a.jar1");
    }

    @Test
    void isUnpackedOnce() throws IOException {
        UnpackedJar first = UnpackedJar.of(jar("1"));
        Path library = classPath(first).getLast();
        Files.writeString(library, "the same file");
        assertThat(UnpackedJar.of(jar("1"))).isEqualTo(first);
        assertThat(library).hasContent("the same file");
    }

    /** Builds are reproducible: two jars have one date. */
    @Test
    void anotherBuildTakesThePlaceOfThisOne() throws IOException {
        UnpackedJar first = UnpackedJar.of(jar("1"));
        UnpackedJar second = UnpackedJar.of(jar("2"));
        assertThat(classPath(second).getLast()).hasContent("BOOT-INF/lib/a.jar2");
        assertThat(classPath(first)).noneMatch(Files::exists);
        assertThat(builds()).hasSize(1);
    }

    @Test
    void whatIsNoJarIsOneSentence() throws IOException {
        Path file = Files.writeString(target.resolve("app.jar"), "no jar");
        assertThatThrownBy(() -> UnpackedJar.of(file))
                .isInstanceOf(EmulatorStartException.class)
                .hasMessage(file + " cannot be unpacked.");
    }
}
