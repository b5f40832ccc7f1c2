package io.feedmill.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.simulation.Mutants.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MutantsTest {
    private static final Path ROOT = Path.of(Objects.requireNonNull(System.getProperty("feedmill.root")));
    private static final Path PATCHES = ROOT.resolve("tools/simulation/mutants");

    @TempDir
    Path out;

    static List<Path> patches() throws IOException {
        try (Stream<Path> files = Files.walk(PATCHES)) {
            return files.filter(file -> file.toString().endsWith(".patch"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("patches")
    void eachPatchAppliesToTheSources(Path file) throws IOException {
        Patch patch = Patch.parse(Files.readString(file));
        Map<Path, String> changed = patch.apply(ROOT);
        assertThat(patch.title()).startsWith("Takes out: ");
        assertThat(changed).isNotEmpty();
        for (Map.Entry<Path, String> source : changed.entrySet()) {
            assertThat(source.getValue()).isNotEqualTo(Files.readString(source.getKey()));
        }
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("patches")
    void eachPatchCompiles(Path file) throws IOException {
        Mutants.compile(Patch.parse(Files.readString(file)).apply(ROOT), out);
    }

    @Tag("full")
    @Test
    void aMutantIsNoticedAndThePatchThatChangesNothingIsNot() throws IOException {
        Mutants mutants = new Mutants(ROOT, out, Duration.ofSeconds(60));
        Found found = mutants.run("hidden-row", Patch.parse(Files.readString(PATCHES.resolve("hidden-row.patch"))));
        assertThat(found.broken()).isNotEmpty();
        assertThat(out.resolve("hidden-row.txt")).content().contains("follow");
        Mutants briefly = new Mutants(ROOT, out, Duration.ofSeconds(10));
        assertThat(briefly.run("nothing", Patch.parse("Takes out: nothing\n")).broken())
                .isEmpty();
    }
}
