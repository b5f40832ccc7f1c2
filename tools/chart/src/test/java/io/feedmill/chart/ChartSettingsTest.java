package io.feedmill.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The variables of a process are settings that it reads: those of docs/settings.md, which SettingsDocsTest keeps true. */
class ChartSettingsTest {
    private static final Pattern SETTING = Pattern.compile("^\\| `([a-z.-]+)` \\|", Pattern.MULTILINE);

    @ParameterizedTest
    @CsvSource({
        "minimal, api, API", "full, api, API", "platform, api, API",
        "minimal, worker, Worker", "full, worker, Worker", "platform, worker, Worker"
    })
    void aVariableIsASettingOfItsProcess(String values, String component, String section) throws IOException {
        Map<String, String> variables = variables(RenderedChart.of(values).one("Deployment", "feedmill-" + component));
        assertThat(variables).containsKeys("AWS_REGION", "FEEDMILL_TABLES_PREFIX", "FEEDMILL_QUEUES_PREFIX");
        assertThat(variables.keySet())
                .filteredOn(name -> name.startsWith("FEEDMILL_") || name.startsWith("SERVER_"))
                .isSubsetOf(Stream.of("All processes", section)
                        .flatMap(ChartSettingsTest::documented)
                        .collect(Collectors.toSet()));
    }

    @ParameterizedTest
    @CsvSource({
        "feedmill-worker, FEEDMILL_FANOUT_ONREADFROM, 1000000",
        "feedmill-worker, FEEDMILL_REPORTS_PRICEPERMILLION, 0.1808",
        "feedmill-worker, FEEDMILL_TABLES_COUNTERSHARDS, 16",
        "feedmill-worker, FEEDMILL_TABLES_PREFIX, mill-2-",
        "feedmill-api, FEEDMILL_TABLES_COUNTERSHARDS, 16",
        "feedmill-api, FEEDMILL_ADMIN_ENABLED, true",
        "feedmill-api, FEEDMILL_SECURITY_ISSUERURI, https://login.example.org"
    })
    void aValueIsWrittenAsTheSettingTakesIt(String deployment, String variable, String value) {
        assertThat(variables(RenderedChart.of("full").one("Deployment", deployment)))
                .containsEntry(variable, value);
    }

    private static Map<String, String> variables(JsonNode deployment) {
        return deployment
                .at("/spec/template/spec/containers/0/env")
                .valueStream()
                .collect(Collectors.toMap(
                        each -> each.get("name").asString(),
                        each -> each.path("value").asString("")));
    }

    private static Stream<String> documented(String section) {
        Set<String> names = SETTING.matcher(section(section))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
        assertThat(names).hasSizeGreaterThan(9);
        return names.stream()
                .map(name -> name.toUpperCase(Locale.ROOT).replace('.', '_').replace("-", ""));
    }

    private static String section(String title) {
        try {
            String page = Files.readString(RenderedChart.ROOT.resolve("docs/settings.md"));
            return Arrays.stream(page.split("\n## ", -1))
                    .filter(each -> each.startsWith(title + "\n"))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
