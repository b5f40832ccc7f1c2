package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The tables of {@code docs/settings.md} are made from the Javadoc and the defaults of the settings. To write them again:
 * {@code mvn test -pl tools/laptop -am -Dtest=SettingsDocsTest -Dsurefire.failIfNoSpecifiedTests=false -Dsettings.write=true}.
 */
class SettingsDocsTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "settings.md");
    private static final String METADATA = "target/classes/META-INF/spring-configuration-metadata.json";
    private static final List<String> MODULES = List.of("common", "api", "worker");

    /** Tests, chaos runs and the bench shorten them; nobody else can choose them well, so no table lists them. */
    private static final Pattern UNLISTED = Pattern.compile("feedmill\\.(relay\\..*"
            + "|breaker\\.(window|minimum-calls|open)"
            + "|fanout\\.(max-pending|pause)"
            + "|http\\.(body|answer|lines)-timeout"
            + "|listeners\\.(deadline|max-deadline|poll-timeout)"
            + "|reports\\.(settle|poll|lease))");

    private static final Pattern TAG = Pattern.compile("\\{@(?:code|link) ([^}]+)}");

    @Test
    void theTablesAreThoseOfTheCode() throws IOException {
        String page = Files.readString(PAGE);
        String made = page;
        for (String module : MODULES) {
            made = replace(made, module, table(module));
        }
        if (Boolean.getBoolean("settings.write")) {
            Files.writeString(PAGE, made);
        } else {
            assertThat(page).isEqualTo(made);
        }
    }

    private static String replace(String page, String module, String table) {
        String begin = "<!-- made: " + module + " -->\n";
        assertThat(page).contains(begin);
        int from = page.indexOf(begin) + begin.length();
        int to = page.indexOf("<!-- end -->", from);
        return page.substring(0, from) + table + page.substring(to);
    }

    private static String table(String module) {
        TreeMap<String, String> rows = new TreeMap<>();
        settings(module)
                .filter(setting -> setting.get("name").asString().startsWith("feedmill."))
                .filter(setting ->
                        !UNLISTED.matcher(setting.get("name").asString()).matches())
                .forEach(setting -> rows.merge(setting.get("name").asString(), row(setting), SettingsDocsTest::own));
        return "| setting | default | meaning |\n|---|---|---|\n" + String.join("", rows.values());
    }

    /** Two records may read one setting: one of them describes it, the other one links to that. */
    private static String own(String one, String other) {
        return one.contains("as in ") ? other : one;
    }

    private static String row(JsonNode setting) {
        String meaning = TAG.matcher(setting.path("description").asString())
                .replaceAll("`$1`")
                .replace("null: ", "none: ")
                .replace("|", "\\|");
        assertThat(meaning).as(setting.get("name").asString()).isNotEmpty();
        return "| `" + setting.get("name").asString() + "` | " + value(setting.path("defaultValue")) + " | " + meaning
                + " |\n";
    }

    /** A list is a text in brackets. */
    private static String value(JsonNode value) {
        String text = value.asString().replaceAll("^\\[|]$", "");
        return text.isEmpty() ? "none" : "`" + text + "`";
    }

    static Stream<JsonNode> settings(String module) {
        return new JsonMapper()
                .readTree(Path.of("..", "..", module, METADATA))
                .get("properties")
                .valueStream();
    }
}
