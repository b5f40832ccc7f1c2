package io.feedmill.api.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProblemDocsTest {

    @Test
    void theTableHasEveryTypeInOrder() throws IOException {
        List<String> documented = Files.readAllLines(Path.of("..", "docs", "problems.md")).stream()
                .filter(line -> line.startsWith("| `") && !line.startsWith("| `type`"))
                .map(line -> line.replaceFirst("\\| `([a-z-]+)` \\| ([0-9]+|as it says) .*", "$1 $2"))
                .toList();
        assertThat(documented)
                .isEqualTo(Arrays.stream(ProblemType.values())
                        .map(ProblemDocsTest::row)
                        .toList());
    }

    private static String row(ProblemType type) {
        String slug = type.uri().getPath().replace("/problems/", "");
        return slug + " " + (type == ProblemType.REFUSED ? "as it says" : type.status());
    }
}
