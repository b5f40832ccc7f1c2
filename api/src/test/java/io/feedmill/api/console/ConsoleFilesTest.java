package io.feedmill.api.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConsoleFilesTest {
    private static final Path FOLDER = Path.of("src/main/resources/console");

    @Test
    void scriptAndStyleStaySmall() {
        assertThat(lines(".js")).hasSizeBetween(1, 1_500);
        assertThat(lines(".css")).hasSizeBetween(1, 400);
    }

    @Test
    void noScriptMakesMarkupOfATextOrNamesAnotherHost() {
        assertThat(lines(".js"))
                .noneMatch(
                        line -> line.matches(
                                ".*(innerHTML|outerHTML|insertAdjacentHTML|document\\.write|\\beval\\(|localStorage|https?://(?!www\\.w3\\.org/2000/svg)).*"));
    }

    private static List<String> lines(String type) {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(type))
                    .flatMap(ConsoleFilesTest::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> read(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
