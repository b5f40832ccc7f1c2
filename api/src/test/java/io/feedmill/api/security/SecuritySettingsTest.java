package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.security.AuditLog.AuditSettings;
import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.InvalidSettingsException;
import io.feedmill.testkit.BoundSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

@ExtendWith(OutputCaptureExtension.class)
class SecuritySettingsTest {
    private static final Duration DAY = Duration.ofDays(1);

    @EnableConfigurationProperties(SecuritySettings.class)
    static class Settings {}

    /** The tests' own issuer is unset. */
    private static void start(String... arguments) {
        new SpringApplicationBuilder(Settings.class)
                .web(WebApplicationType.NONE)
                .properties("logging.structured.format.console=")
                .run(arguments)
                .close();
    }

    @Test
    void refusesToStartWithoutIssuerAndKeyAndSaysWhatToSet(CapturedOutput output) {
        assertThatThrownBy(() -> start("--feedmill.security.issuer-uri=", "--feedmill.security.public-key-location="))
                .hasRootCauseInstanceOf(InvalidSettingsException.class);
        assertThat(output)
                .contains("Neither feedmill.security.issuer-uri nor feedmill.security.public-key-location is set")
                .contains("FEEDMILL_SECURITY_ISSUERURI", "FEEDMILL_SECURITY_PUBLICKEYLOCATION")
                .doesNotContain("\tat ");
    }

    @Test
    void noProfileMakesItStartWithout() {
        assertThatThrownBy(() -> start(
                        "--spring.profiles.active=local",
                        "--feedmill.security.issuer-uri=",
                        "--feedmill.security.public-key-location="))
                .hasRootCauseInstanceOf(InvalidSettingsException.class);
    }

    @Test
    void tokensAreForFeedmillAndNameTheirUserInTheSubject() {
        Map<String, String> issuer = Map.of("feedmill.security.issuer-uri", "https://issuer.test");
        assertThat(BoundSettings.bind("feedmill.security", SecuritySettings.class, issuer))
                .isEqualTo(new SecuritySettings(
                        "https://issuer.test",
                        null,
                        false,
                        List.of(),
                        List.of("feedmill"),
                        "aud",
                        "sub",
                        true,
                        DAY,
                        DAY));
    }

    @Test
    void keysMayLieInSeveralFiles() {
        Map<String, String> keys = Map.of("feedmill.security.public-key-location", "old.pem, new.jwks");
        assertThat(BoundSettings.bind("feedmill.security", SecuritySettings.class, keys)
                        .publicKeyLocation())
                .containsExactly("old.pem", "new.jwks");
    }

    @Test
    void refusesALifeBelowAMinute() {
        for (String setting : new String[] {"max-token-life", "max-service-token-life"}) {
            Map<String, String> settings = Map.of(
                    "feedmill.security.issuer-uri", "https://issuer.test", "feedmill.security." + setting, "59s");
            assertThatThrownBy(() -> BoundSettings.bind("feedmill.security", SecuritySettings.class, settings))
                    .hasRootCauseInstanceOf(InvalidSettingsException.class)
                    .hasRootCauseMessage("feedmill.security.max-token-life and"
                            + " feedmill.security.max-service-token-life must be at least a minute.");
        }
    }

    @Test
    void refusesToTakeTokensForEverybody() {
        assertRefused("feedmill.security.audience", "issuer-uri=https://issuer.test", "audience= ");
    }

    private static void assertRefused(String message, String... settings) {
        Map<String, String> all = TestScopes.settings(settings);
        assertThatThrownBy(() -> {
                    BoundSettings.bind("feedmill.security", SecuritySettings.class, all);
                    TestScopes.of(all);
                })
                .hasRootCauseInstanceOf(InvalidSettingsException.class)
                .rootCause()
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "services=a,b,a",
                "services=a,",
                "user-scopes=feed,admin",
                "scope-values=a=b",
                "scope-values=feed"
            })
    void refusesScopesThatAreNone(String setting) {
        assertRefused("feedmill.security." + setting.split("=", 2)[0], "issuer-uri=https://issuer.test", setting);
    }

    /** Who is on the way could replace the keys. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://login.example.org",
                "http://keycloak:8080/realms/a",
                "HTTP://a",
                "login.example.org",
                "ftp://a"
            })
    void refusesToAskForKeysWithoutTls(String url) {
        assertRefused("feedmill.security.issuer-uri", "issuer-uri=" + url);
        assertRefused("jwk-set-uri", "issuer-uri=https://issuer.test", "jwk-set-uri=" + url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "issuer-uri=http://localhost:8080/realms/a",
                "issuer-uri=http://127.0.0.1",
                "issuer-uri=http://[::1]:80",
                "issuer-uri=http://keycloak:8080,plain-http=true",
                "issuer-uri=http://a,jwk-set-uri=https://b",
                "issuer-uri=https://a,jwk-set-uri=http://keycloak:8080,plain-http=true",
                "issuer-uri=http://a,public-key-location=key.pem",
                "issuer-uri=feedmill,public-key-location=file:/key.pem",
                "public-key-location=C:/key.pem",
                "public-key-location=base64:AAAA"
            })
    void asksForKeysOfThisMachineAndWhereItIsTold(String settings) {
        Map<String, String> all = TestScopes.settings(settings.split(","));
        assertThat(BoundSettings.bind("feedmill.security", SecuritySettings.class, all))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://a/key.pem", "HTTPS://a/key.pem", "ftp://a/b", "jar:http://a/b!/c", "key.pem, https://a"})
    void refusesKeyFilesThatAreUrls(String location) {
        assertRefused("feedmill.security.jwk-set-uri for a URL", "public-key-location=" + location);
    }

    @Test
    void aKeySetsUrlNeedsItsIssuerAndNoFiles() {
        assertRefused("jwk-set-uri needs", "jwk-set-uri=https://b", "public-key-location=key.pem");
        assertRefused("issuer-uri", "jwk-set-uri=https://b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "feedmill.example.org",
                "ftp://a",
                "https://",
                "https://a?b",
                "https://a#b",
                "https://u@a",
                "https://a b",
                "https://a|b",
                "https://a/%"
            })
    void refusesAPublicUrlThatIsNone(String url) {
        Map<String, String> settings = Map.of("feedmill.security.resource", url);
        assertThatThrownBy(() -> BoundSettings.bind("feedmill.security", ResourceSettings.class, settings))
                .hasStackTraceContaining("feedmill.security.resource must be");
    }

    @Test
    void tellsOfTenRefusalsAMinuteAndNotOfServices() {
        assertThat(BoundSettings.bind("feedmill.audit", AuditSettings.class, Map.of()))
                .isEqualTo(new AuditSettings(false, 10));
        Map<String, String> none = Map.of("feedmill.audit.refusals-per-minute", "0");
        assertThatThrownBy(() -> BoundSettings.bind("feedmill.audit", AuditSettings.class, none))
                .hasMessageContaining("feedmill.audit.");
    }

    @Test
    void limitsCallsOfUsersOnly() {
        LimitSettings limits = BoundSettings.bind(
                "feedmill.limits", LimitSettings.class, Map.of("feedmill.limits.per-minute.feed", "7"));
        assertThat(limits.enabled()).isTrue();
        assertThat(limits.services()).isFalse();
        assertThat(limits.concurrent()).isEqualTo(16);
        assertThat(limits.of(Scope.FEED)).isEqualTo(7);
        assertThat(limits.of(Scope.POST)).isEqualTo(120);
    }

    @Test
    void refusesToTakeNoCalls() {
        for (String setting : new String[] {"per-minute.feed", "concurrent"}) {
            Map<String, String> none = Map.of("feedmill.limits." + setting, "0");
            assertThatThrownBy(() -> BoundSettings.bind("feedmill.limits", LimitSettings.class, none))
                    .hasMessageContaining("feedmill.limits.");
        }
    }

    /** As docs/settings.md spells variables. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ACT_AS")
    void aVariableSetsTheLimitOfEachScope(Scope scope) {
        for (String name : List.of("FEEDMILL_LIMITS_PER_MINUTE_", "FEEDMILL_LIMITS_PERMINUTE_")) {
            PropertySource<?> environment = new SystemEnvironmentPropertySource(
                    StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.of(name + scope, "7"));
            LimitSettings limits = new Binder(ConfigurationPropertySources.from(environment))
                    .bindOrCreate("feedmill.limits", LimitSettings.class);
            assertThat(limits.of(scope)).isEqualTo(7);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--feedmill.security.isuer-uri=x, feedmill.security.isuer-uri, feedmill.security.issuer-uri",
        "--FEEDMILL_LIMITS_PER_MINUTE=5, FEEDMILL_LIMITS_PER_MINUTE, feedmill.limits.per-minute.feed"
    })
    void anUnknownSettingStopsTheStartWithTheNearest(
            String argument, String name, String nearest, CapturedOutput output) {
        assertThatThrownBy(() -> new SpringApplicationBuilder(CommonConfiguration.class, Settings.class, Limits.class)
                        .web(WebApplicationType.NONE)
                        .properties("logging.structured.format.console=")
                        .run(argument))
                .isInstanceOf(InvalidSettingsException.class);
        assertThat(output)
                .contains("Unknown settings: " + name + " (the nearest setting is " + nearest + ").")
                .doesNotContain("\tat ");
    }

    @EnableConfigurationProperties({LimitSettings.class, TokenScopes.class, ResourceSettings.class, AuditSettings.class
    })
    static class Limits {}
}
