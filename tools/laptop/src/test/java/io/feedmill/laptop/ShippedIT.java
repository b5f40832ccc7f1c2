package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.Workspace;
import java.io.IOException;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The jars of the images: nothing of tools is in them, and no emulator. */
class ShippedIT {
    private static final String CLASSES = "BOOT-INF/classes/";
    private static final String LIBRARIES = "BOOT-INF/lib/";

    @ParameterizedTest
    @ValueSource(strings = {"api", "worker", "cli"})
    void aShippedJarHasNoModuleOfTools(String module) throws IOException {
        List<String> entries;
        try (JarFile jar = new JarFile(Workspace.configured().jar(module).toFile())) {
            entries = jar.stream().map(ZipEntry::getName).toList();
        }
        assertThat(entries)
                .filteredOn(name -> name.endsWith(".class") && !name.startsWith("org/springframework/boot/loader/"))
                .isNotEmpty()
                .allMatch(name -> name.startsWith(CLASSES + "io/feedmill/" + module + "/"));
        assertThat(entries)
                .filteredOn(name -> name.startsWith(LIBRARIES + "feedmill-"))
                .isNotEmpty()
                .allMatch(name -> name.matches(LIBRARIES + "feedmill-(common|client)-[0-9].*"));
        assertThat(entries).noneMatch(name -> name.matches("(?i).*(dynamodb-?local|elasticmq|junit|testcontainers).*"));
    }
}
