package io.feedmill.api.cursor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.cursor.Cursors.CursorSettings;
import io.feedmill.common.InvalidSettingsException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class CursorSettingsTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withInitializer(new ConfigDataApplicationContextInitializer())
            .withUserConfiguration(Settings.class);

    @EnableConfigurationProperties(CursorSettings.class)
    static class Settings {}

    @Test
    void refusesToStartWithoutKeys(CapturedOutput output) {
        assertThatThrownBy(() -> start()).hasRootCauseInstanceOf(InvalidSettingsException.class);
        assertThat(output)
                .contains("feedmill.cursor.keys is not set: set a secret of at least 32 characters"
                        + " to encrypt cursors, the same on all API processes.")
                .doesNotContain("\tat ");
    }

    @Test
    void refusesToStartWithAShortKeyAndDoesNotShowIt(CapturedOutput output) {
        assertThatThrownBy(() -> start("--feedmill.cursor.keys=" + "k".repeat(32) + ",secret"))
                .hasRootCauseInstanceOf(InvalidSettingsException.class);
        assertThat(output)
                .contains("feedmill.cursor.keys has a secret of less than 32 characters.")
                .doesNotContain(",secret", "kkk");
    }

    @Test
    void takesKeysNewestFirst() {
        String keys = "n".repeat(32) + "," + "o".repeat(32);
        runner.withPropertyValues("feedmill.cursor.keys=" + keys)
                .run(context -> assertThat(context.getBean(CursorSettings.class).keys())
                        .containsExactly("n".repeat(32), "o".repeat(32)));
    }

    @Test
    void hasAKeyForDevelopment() {
        runner.withPropertyValues("spring.profiles.active=local")
                .run(context ->
                        assertThat(context.getBean(CursorSettings.class).keys()).hasSize(1));
    }

    @Test
    void doesNotShowItsKeys() {
        assertThat(new CursorSettings(List.of("k".repeat(32)))).hasToString("CursorSettings[1 keys]");
    }

    @Test
    void cannotBeChanged() {
        assertThatThrownBy(
                        () -> new CursorSettings(List.of("k".repeat(32))).keys().clear())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    private static void start(String... arguments) {
        new SpringApplicationBuilder(Settings.class)
                .web(WebApplicationType.NONE)
                .properties("logging.structured.format.console=")
                .run(arguments)
                .close();
    }
}
