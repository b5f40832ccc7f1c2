package io.feedmill.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.announcement.AnnouncementSettings;
import io.feedmill.api.deadletter.DeadLetterSettings;
import io.feedmill.api.follow.ImportSettings;
import io.feedmill.api.http.HttpSettings;
import io.feedmill.api.partition.PartitionSettings;
import io.feedmill.api.room.RoomSettings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class SettingsTest {

    @Test
    void readsBodiesOf128KiB() {
        assertThat(bind("feedmill.http", HttpSettings.class, Map.of()).bodyLimit())
                .isEqualTo(DataSize.ofBytes(131_072));
    }

    @Test
    void importsEightBatchesOf250LinesOfAKiBAtATime() {
        assertThat(bind("feedmill.import", ImportSettings.class, Map.of()))
                .isEqualTo(new ImportSettings(250, 8, DataSize.ofBytes(1_024), 1_000));
    }

    @Test
    void spreadsANewRoomOverFourPartitions() {
        assertThat(bind("feedmill.rooms", RoomSettings.class, Map.of())).isEqualTo(new RoomSettings(4));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 65})
    void refusesToSpreadARoomOverNoneOrMoreThan64(int shards) {
        assertThatThrownBy(() -> new RoomSettings(shards))
                .hasMessage("feedmill.rooms.shards must be 1 to 64, not " + shards);
    }

    @Test
    void looksAt10000DeadLettersOrFor20Seconds() {
        assertThat(bind("feedmill.dead-letters", DeadLetterSettings.class, Map.of()))
                .isEqualTo(new DeadLetterSettings(Duration.ofSeconds(20), 10_000));
    }

    @ParameterizedTest
    @CsvSource({"4, 1, longest-call", "61, 1, longest-call", "5, 0, max-held", "5, 100001, max-held"})
    void refusesInvalidLimitsOfDeadLetters(int seconds, int held, String setting) {
        assertThatThrownBy(() -> new DeadLetterSettings(Duration.ofSeconds(seconds), held))
                .hasMessageContaining("feedmill.dead-letters." + setting);
    }

    @Test
    void consumes10000ReadUnitsToListPartitions() {
        assertThat(bind("feedmill.partitions", PartitionSettings.class, Map.of()))
                .isEqualTo(new PartitionSettings(10_000));
        assertThatThrownBy(() -> new PartitionSettings(0)).hasMessageContaining("feedmill.partitions.read-units");
    }

    @Test
    void announcesAsFeedmill() {
        assertThat(bind("feedmill.announcements", AnnouncementSettings.class, Map.of()))
                .isEqualTo(new AnnouncementSettings("feedmill"));
        assertThatThrownBy(() -> new AnnouncementSettings("a b")).hasMessageContaining("feedmill.announcements.author");
    }

    @Test
    void takesOtherSizes() {
        Map<String, String> other = Map.of("feedmill.import.batch-size", "10", "feedmill.import.line-limit", "2KB");
        assertThat(bind("feedmill.import", ImportSettings.class, other))
                .isEqualTo(new ImportSettings(10, 8, DataSize.ofKilobytes(2), 1_000));
    }

    @Test
    void refusesInvalidSizes() {
        DataSize line = DataSize.ofKilobytes(1);
        assertThatThrownBy(() -> new HttpSettings(DataSize.ofBytes(0))).hasMessageContaining("body-limit");
        assertThatThrownBy(() -> new ImportSettings(0, 8, line, 0)).hasMessageContaining("feedmill.import");
        assertThatThrownBy(() -> new ImportSettings(1, 0, line, 0)).hasMessageContaining("feedmill.import");
        assertThatThrownBy(() -> new ImportSettings(1, 1, DataSize.ofBytes(0), 0))
                .hasMessageContaining("feedmill.import");
        assertThatThrownBy(() -> new ImportSettings(1, 1, line, -1)).hasMessageContaining("feedmill.import");
    }

    private static <T> T bind(String prefix, Class<T> type, Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties)).bindOrCreate(prefix, type);
    }
}
