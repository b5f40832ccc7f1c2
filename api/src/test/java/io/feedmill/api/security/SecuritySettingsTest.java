package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.security.SecuritySettings.InvalidSecurityException;
import io.feedmill.testkit.BoundSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class SecuritySettingsTest {

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
                .hasRootCauseInstanceOf(InvalidSecurityException.class);
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
                .hasRootCauseInstanceOf(InvalidSecurityException.class);
    }

    @Test
    void tokensAreForFeedmillAndNameTheirUserInTheSubject() {
        Map<String, String> issuer = Map.of("feedmill.security.issuer-uri", "https://issuer.test");
        assertThat(BoundSettings.bind("feedmill.security", SecuritySettings.class, issuer))
                .isEqualTo(new SecuritySettings("https://issuer.test", null, "feedmill", "sub"));
    }

    @Test
    void refusesToTakeTokensForEverybody() {
        assertThatThrownBy(() -> new SecuritySettings("https://issuer.test", null, " ", "sub"))
                .hasMessageContaining("feedmill.security.audience");
    }

    @Test
    void limitsCallsOfUsersOnly() {
        LimitSettings limits = BoundSettings.bind(
                "feedmill.limits", LimitSettings.class, Map.of("feedmill.limits.per-minute.feed", "7"));
        assertThat(limits.enabled()).isTrue();
        assertThat(limits.services()).isFalse();
        assertThat(limits.callers()).isEqualTo(100_000);
        assertThat(limits.of(Scope.FEED)).isEqualTo(7);
        assertThat(limits.of(Scope.POST)).isEqualTo(120);
    }

    @Test
    void refusesToTakeNoCalls() {
        for (String setting : new String[] {"per-minute.feed", "callers"}) {
            Map<String, String> none = Map.of("feedmill.limits." + setting, "0");
            assertThatThrownBy(() -> BoundSettings.bind("feedmill.limits", LimitSettings.class, none))
                    .hasMessageContaining("feedmill.limits.");
        }
    }
}
