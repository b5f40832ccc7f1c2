package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.http.InvalidSettingsException;
import io.feedmill.testkit.BoundSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

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
                        List.of(),
                        List.of("feedmill"),
                        "aud",
                        "sub",
                        "",
                        List.of(),
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
        assertThatThrownBy(() -> settings(List.of(" "), List.of())).hasMessageContaining("feedmill.security.audience");
    }

    @Test
    void refusesAServiceThatIsNamedTwiceOrEmpty() {
        for (List<String> services : List.of(List.of("a", "b", "a"), List.of("a", " "))) {
            assertThatThrownBy(() -> settings(List.of("feedmill"), services))
                    .isInstanceOf(InvalidSettingsException.class)
                    .hasMessageContaining("feedmill.security.services");
        }
    }

    private static SecuritySettings settings(List<String> audience, List<String> services) {
        return new SecuritySettings(
                "https://issuer.test", List.of(), audience, "aud", "sub", "", services, true, DAY, DAY);
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
}
