package io.feedmill.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.dynamo.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The table of rights in {@code docs/operations.md} is that of the roles. */
@Tag("full")
class RightsPageTest {
    private static final String HEAD = "| process or command | on | needs |\n|---|---|---|\n";
    private static final Map<String, String> CONDITIONS =
            Map.of("", "", "Admin", " with admin calls", "Apply", " for `schema apply`");

    private static final Map<String, String> KINDS =
            Map.of("dynamodb", "tables: ", "sqs", "queues: ", "s3", "the bucket of ");

    @Test
    void thePageHasTheRightsOfTheRoles() throws IOException {
        Path page = Template.ROOT.resolve("docs/operations.md");
        String text = Files.readString(page);
        int begin = text.indexOf(HEAD) + HEAD.length();
        int end = text.indexOf("\n\n", begin) + 1;
        String expected = text.substring(0, begin) + rows() + text.substring(end);
        if (Boolean.getBoolean("rights.write")) {
            Files.writeString(page, expected);
        }
        assertThat(text).as("write it with -Drights.write=true").isEqualTo(expected);
    }

    /** A row for each set of tables, queues or a bucket on which a process has the same actions. */
    private static String rows() throws IOException {
        Map<String, Map<String, Set<String>>> resources = new TreeMap<>();
        Roles.read()
                .forEach((right, condition) -> resources
                        .computeIfAbsent(right.process() + CONDITIONS.get(condition), first -> new TreeMap<>())
                        .computeIfAbsent(right.permission().action(), first -> new TreeSet<>())
                        .add(right.permission().resource()));
        return resources.entrySet().stream()
                .map(process -> rows(process.getKey(), process.getValue()))
                .collect(Collectors.joining());
    }

    private static String rows(String process, Map<String, Set<String>> resources) {
        Map<String, List<String>> actions = new LinkedHashMap<>();
        resources.forEach((action, on) -> {
            int colon = action.indexOf(':');
            actions.computeIfAbsent(KINDS.get(action.substring(0, colon)) + code(on), first -> new ArrayList<>())
                    .add(action.substring(colon + 1));
        });
        return actions.entrySet().stream()
                .map(row -> "| %s | %s | %s |\n".formatted(process, row.getKey(), code(row.getValue())))
                .collect(Collectors.joining());
    }

    private static String code(Collection<String> words) {
        Set<String> tables =
                CommonConfiguration.tables().stream().map(Table::suffix).collect(Collectors.toSet());
        String all = words.containsAll(tables) ? "all, " : "";
        String others = words.stream()
                .filter(word -> all.isEmpty() || !tables.contains(word))
                .map("`%s`"::formatted)
                .collect(Collectors.joining(", "));
        return (all + others).replaceFirst(", $", "");
    }
}
