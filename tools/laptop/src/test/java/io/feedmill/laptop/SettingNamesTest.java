package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.InvalidSettingsException;
import io.feedmill.common.SettingNames;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import tools.jackson.databind.JsonNode;

/** All settings of all processes, in each spelling that Spring Boot binds. */
class SettingNamesTest {
    private static final Set<String> ALL = Stream.concat(
                    SettingNames.names(Stream.of()).stream(),
                    Stream.of("common", "api", "worker").flatMap(SettingNamesTest::settings))
            .collect(Collectors.toSet());

    private static Stream<String> settings(String module) {
        return SettingsDocsTest.settings(module)
                .filter(setting -> setting.get("name").asString().startsWith("feedmill."))
                .peek(setting ->
                        // Spring Boot lists the keys of a map, of which it knows no spelling with underscores.
                        assertThat(setting.path("type").asString()).doesNotStartWith("java.util.Map"))
                .map((JsonNode setting) -> setting.get("name").asString());
    }

    static Set<String> all() {
        assertThat(ALL).hasSizeGreaterThan(60);
        return ALL;
    }

    private static boolean binds(PropertySource<?> source, String setting) {
        ConfigurationPropertyName name = ConfigurationPropertyName.of(setting);
        return Stream.concat(Stream.of(name), Stream.of(name.append("[0]")))
                .anyMatch(of -> ConfigurationPropertySources.from(source)
                                .iterator()
                                .next()
                                .getConfigurationProperty(of)
                        != null);
    }

    private static String camel(String setting) {
        return IntStream.range(0, setting.length())
                .filter(i -> setting.charAt(i) != '-')
                .mapToObj(i -> i > 0 && setting.charAt(i - 1) == '-'
                        ? setting.substring(i, i + 1).toUpperCase(Locale.ROOT)
                        : setting.substring(i, i + 1))
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @MethodSource("all")
    void everySpellingIsBoundAndKnown(String setting) {
        String variable = setting.toUpperCase(Locale.ROOT).replace('.', '_');
        for (String name : List.of(
                variable.replace("-", ""),
                variable.replace('-', '_'),
                variable.replace('-', '_').toLowerCase(Locale.ROOT),
                variable.replace("-", "") + "_0")) {
            assertThat(binds(environment(name), setting)).as(name).isTrue();
            SettingNames.require(ALL, Stream.of(name));
        }
        for (String name : List.of(setting, camel(setting), setting.replace('-', '_'), setting + "[0]")) {
            assertThat(binds(new MapPropertySource("properties", Map.of(name, "1")), setting))
                    .as(name)
                    .isTrue();
            SettingNames.require(ALL, Stream.of(name));
        }
    }

    /** Each with a letter left out, doubled, or with two in another order. */
    @ParameterizedTest
    @MethodSource("all")
    void aMisspelledOneIsRefusedWithTheNearest(String setting) {
        for (int i = "feedmill.".length() + 1; i < setting.length(); i++) {
            String begin = setting.substring(0, i);
            String end = setting.substring(i + 1);
            for (String wrong : List.of(begin + end, begin + setting.charAt(i) + setting.charAt(i) + end)) {
                for (String name : List.of(wrong, wrong.toUpperCase(Locale.ROOT).replaceAll("[.-]", "_"))) {
                    if (!binds(environment(name), setting)) {
                        refuses(name, setting);
                    }
                }
            }
        }
    }

    private static PropertySource<?> environment(String name) {
        return new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.of(name, "1"));
    }

    private static void refuses(String name, String nearest) {
        assertThatThrownBy(() -> SettingNames.require(ALL, Stream.of("PATH", name)))
                .as(name)
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessage("Unknown settings: %s (the nearest setting is %s).", name, nearest)
                .message()
                .hasLineCount(1);
    }

    @Test
    void namesWithoutASettingAreRefused() {
        refuses("FEEDMILL_LIMITS_PERMINUTE", "feedmill.limits.per-minute.feed");
        refuses("FEEDMILL_LIMIT_CONCURRENT", "feedmill.limits.concurrent");
        refuses("feedmill.limits.per-minut.feed", "feedmill.limits.per-minute.feed");
        refuses("FEEDMILL_TABLE_PREFIX", "feedmill.tables.prefix");
        refuses("feedmill.sercurity.issuer-uri", "feedmill.security.issuer-uri");
        refuses("FEEDMILL_REPORTS_PRICEPER_MILLION", "feedmill.reports.price-per-million");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FEEDMILL_TOKEN",
                "FEEDMILL_API",
                "FEEDMILL_API_PORT",
                "FEEDMILL_GRAFANA_PORT",
                "FEEDMILL_PROMETHEUS_PORT",
                "FEEDMILL_STACK_PID",
                "FEEDMILL_API_SERVICE_HOST",
                "FEEDMILL_API_SERVICE_PORT_HTTP",
                "FEEDMILL_API_PORT_8080_TCP_ADDR",
                "FEEDMILL_ADMIN_ENABLED",
                "feedmill.admin.enabled",
                "feedmill.root",
                "feedmill.emulators",
                "PATH",
                "feedmillish"
            })
    void otherNamesAreKnown(String name) {
        SettingNames.require(ALL, Stream.of(name));
    }

    /** A command, an API or a worker knows the groups of the others, so that they may share an environment. */
    @Test
    void eachProcessKnowsTheGroupsOfTheOthers() {
        Set<String> groups = Stream.of("common", "api", "worker")
                .flatMap(SettingNamesTest::settings)
                .map(name -> name.split("\\.", 3)[1])
                .collect(Collectors.toSet());
        assertThat(groups).containsExactlyInAnyOrderElementsOf(SettingNames.GROUPS);
        Set<String> common = Stream.concat(SettingNames.names(Stream.of()).stream(), settings("common"))
                .collect(Collectors.toSet());
        for (String setting : ALL) {
            SettingNames.require(
                    common, Stream.of(setting, setting.toUpperCase(Locale.ROOT).replaceAll("[.-]", "_")));
        }
        assertThatThrownBy(() -> SettingNames.require(common, Stream.of("FEEDMILL_TABLES_PREFFIX")))
                .hasMessageContaining("feedmill.tables.prefix");
    }
}
