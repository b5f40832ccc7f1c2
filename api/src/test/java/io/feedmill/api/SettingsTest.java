package io.feedmill.api;

import static io.feedmill.testkit.BoundSettings.bind;
import static io.feedmill.testkit.BoundSettings.checked;
import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.counter.ReactionSettings;
import io.feedmill.api.follow.ImportSettings;
import io.feedmill.api.http.HttpSettings;
import io.feedmill.api.http.ProxySettings;
import io.feedmill.api.live.LiveSettings;
import io.feedmill.api.partition.PartitionSettings;
import io.feedmill.api.room.RoomSettings;
import io.feedmill.api.security.Callers.AnnouncementSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.web.server.autoconfigure.ServerProperties.ForwardHeadersStrategy;
import org.springframework.util.unit.DataSize;

class SettingsTest {
    @Test
    void reads512BodiesOf128KiBIn10Seconds() {
        assertThat(bind("feedmill.http", HttpSettings.class, Map.of()))
                .isEqualTo(new HttpSettings(
                        DataSize.ofBytes(131_072),
                        Duration.ofSeconds(10),
                        512,
                        512,
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(10),
                        List.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 1, 1, body-timeout",
        "301, 1, 1, 1, body-timeout",
        "1, 0, 1, 1, concurrent-bodies",
        "1, 1, 0, 1, answer-timeout",
        "1, 1, 301, 1, answer-timeout",
        "1, 1, 1, 0, lines-timeout",
        "1, 1, 1, 3601, lines-timeout",
        "1, 1, 60, 59, lines-timeout must be at least feedmill.http.answer-timeout"
    })
    void refusesInvalidLimitsOfBodiesAndAnswers(int body, int bodies, int answer, int lines, String setting) {
        assertThatThrownBy(() -> checked(new HttpSettings(
                        DataSize.ofKilobytes(1),
                        Duration.ofSeconds(body),
                        bodies,
                        1,
                        Duration.ofSeconds(answer),
                        Duration.ofSeconds(lines),
                        List.of())))
                .hasMessageContaining("feedmill.http." + setting);
    }

    @Test
    void refusesNoImports() {
        assertThatThrownBy(() -> checked(new ImportSettings(0))).hasMessageContaining("feedmill.import.concurrent");
    }

    @Test
    void takesAThousandLiveFeeds() {
        assertThat(bind("feedmill.live", LiveSettings.class, Map.of())).isEqualTo(new LiveSettings(1_000));
        assertThatThrownBy(() -> checked(new LiveSettings(0))).hasMessageStartingWith("feedmill.live.max-streams");
    }

    @Test
    void spreadsANewRoomOverFourPartitionsAndKeepsMessagesFor90Days() {
        assertThat(bind("feedmill.rooms", RoomSettings.class, Map.of()))
                .isEqualTo(new RoomSettings(4, Duration.ofDays(90)));
        assertThatThrownBy(() -> checked(new RoomSettings(4, Duration.ofHours(23))))
                .hasMessageStartingWith("feedmill.rooms.retention must be");
        assertThatThrownBy(() -> checked(new RoomSettings(4, Duration.ofDays(3_651))))
                .hasMessageStartingWith("feedmill.rooms.retention must be");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 65})
    void refusesToSpreadARoomOverNoneOrMoreThan64(int shards) {
        assertThatThrownBy(() -> checked(new RoomSettings(shards, Duration.ofDays(1))))
                .hasMessageStartingWith("feedmill.rooms.shards must be");
    }

    @Test
    void takesTablesToList() {
        Map<String, String> tables = Map.of("feedmill.partitions.additional-tables", "payroll,stock");
        assertThat(bind("feedmill.partitions", PartitionSettings.class, tables).additionalTables())
                .containsExactlyInAnyOrder("payroll", "stock");
    }

    @Test
    void takesFiveKindsOfReactions() {
        assertThat(bind("feedmill.reactions", ReactionSettings.class, Map.of()).kinds())
                .containsExactly("like", "love", "laugh", "sad", "angry");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Like", "a_b", "123456789012345678901234567890123", "like,a b"})
    void refusesInvalidKindsOfReactions(String kinds) {
        assertThatThrownBy(() ->
                        bind("feedmill.reactions", ReactionSettings.class, Map.of("feedmill.reactions.kinds", kinds)))
                .hasMessageContaining("feedmill.reactions.kinds");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 51})
    void refusesNoneOrMoreThan50KindsOfReactions(int count) {
        Set<String> kinds = IntStream.range(0, count).mapToObj(i -> "kind-" + i).collect(Collectors.toSet());
        assertThatThrownBy(() -> checked(new ReactionSettings(kinds)))
                .hasMessageStartingWith("feedmill.reactions.kinds size must be");
    }

    @Test
    void announcesAsFeedmill() {
        assertThat(bind("feedmill.announcements", AnnouncementSettings.class, Map.of()))
                .isEqualTo(new AnnouncementSettings(user("feedmill")));
        assertThatThrownBy(() -> bind(
                        "feedmill.announcements",
                        AnnouncementSettings.class,
                        Map.of("feedmill.announcements.author", "a b")))
                .hasMessageContaining("feedmill.announcements.author");
    }

    @Test
    void refusesInvalidSizes() {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(
                        () -> checked(new HttpSettings(DataSize.ofBytes(0), second, 1, 1, second, second, List.of())))
                .hasMessageContaining("body-limit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "app.example.org", "https://app.example.org/", "https://*.example.org"})
    void refusesWhatIsNoOrigin(String origin) {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() ->
                        checked(new HttpSettings(DataSize.ofBytes(1), second, 1, 1, second, second, List.of(origin))))
                .hasMessageContaining("feedmill.http.allowed-origins");
    }

    @ParameterizedTest
    @CsvSource({
        "none, 10.0.0.0/8, ''",
        "none, '', X-Real-IP",
        "native, '', ''",
        "native, '', X-Real-IP",
        "framework, 10.0.0.0/8, ''",
    })
    void refusesToBelieveTheAddressThatAnybodySends(String strategy, String proxies, String header) {
        Map<String, String> settings = Map.of(
                "server.forward-headers-strategy", strategy,
                "server.tomcat.remoteip.internal-proxies", proxies,
                "server.tomcat.remoteip.remote-ip-header", header);
        assertThatThrownBy(() -> bind("server", ProxySettings.class, settings))
                .rootCause()
                .hasMessageContaining("server.forward-headers-strategy");
    }

    @Test
    void believesNoProxyOrThoseThatAreNamed() {
        assertThat(bind("server", ProxySettings.class, Map.of()).forwardHeadersStrategy())
                .isEqualTo(ForwardHeadersStrategy.NONE);
        Map<String, String> settings = Map.of(
                "server.forward-headers-strategy", "NATIVE",
                "server.tomcat.remoteip.internal-proxies", "10.0.0.7/32");
        assertThat(bind("server", ProxySettings.class, settings).forwardHeadersStrategy())
                .isEqualTo(ForwardHeadersStrategy.NATIVE);
    }

    @EnableConfigurationProperties(RoomSettings.class)
    static class Start {}

    @Test
    void anInvalidSettingEndsTheStartAndIsNamed() {
        new ApplicationContextRunner()
                .withUserConfiguration(Start.class)
                .withPropertyValues("feedmill.rooms.shards=65")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("feedmill.rooms")
                        .hasStackTraceContaining("on field 'shards': rejected value [65]"));
    }
}
