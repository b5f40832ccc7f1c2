package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SecurityDocsTest {
    private static final Path PAGE = Path.of("..", "docs", "security.md");

    @Test
    void thePageHasTheTable() throws IOException {
        List<String> documented = Files.readAllLines(PAGE).stream()
                .filter(line -> line.matches("\\| `[a-z]+`.*\\| `(GET|POST|PUT|DELETE) /v1.*"))
                .toList();
        Map<String, String> rows = new LinkedHashMap<>();
        AllCalls.list()
                .forEach(call -> rows.merge(scopeAndOwner(call), "`" + call + "`", (one, other) -> one + ", " + other));
        assertThat(documented)
                .isEqualTo(rows.entrySet().stream()
                        .map(row -> row.getKey() + row.getValue() + " |")
                        .toList());
    }

    private static String scopeAndOwner(HttpCall call) {
        Scope anyOwner = call.anyOwner();
        String other = anyOwner == null ? "" : "; `" + anyOwner.value() + "` for all";
        return "| `%s`%s | %s | ".formatted(call.scope().value(), other, owner(call.owner()));
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
