package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SecurityDocsTest {
    private static final Path PAGE = Path.of("..", "docs", "security.md");

    @Test
    void thePageHasTheTable() throws IOException {
        List<String> documented = Files.readAllLines(PAGE).stream()
                .filter(line -> line.matches("\\| `(GET|POST|PUT|DELETE) .*"))
                .toList();
        assertThat(documented)
                .isEqualTo(AllCalls.list().stream().map(SecurityDocsTest::row).toList());
    }

    private static String row(Call call) {
        Scope instead = call.instead();
        String other = instead == null ? "" : "; `" + instead.value() + "` for all";
        return "| `%s` | `%s`%s | %s |".formatted(call, call.scope().value(), other, owner(call.owner()));
    }

    private static String owner(String owner) {
        return switch (owner) {
            case Access.READER, Access.AUTHOR, Access.ALL -> owner;
            default -> owner.startsWith("{") ? "`" + owner + "`" : "`" + owner + "` in the body";
        };
    }

    @Test
    void thePageNamesEveryScope() throws IOException {
        assertThat(Files.readString(PAGE))
                .contains(Arrays.stream(Scope.values())
                        .map(scope -> "`" + scope.value() + "`")
                        .toList());
    }
}
