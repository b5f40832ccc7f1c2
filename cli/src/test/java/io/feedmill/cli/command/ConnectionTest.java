package io.feedmill.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.InvalidSettingsException;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.queue.QueueSchema.QueueSettings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConnectionTest {

    @Test
    void defaultsAreThoseOfTheProcesses() {
        assertThat(Connection.Settings.of(Map.of("PATH", "/bin", "FEEDMILL_STACK_PID", "1")))
                .isEqualTo(new Connection.Settings(
                        new TableSettings("feedmill-", false, 64, 64, 8, 64),
                        new QueueSettings("feedmill-", false),
                        new FeedSettings(Duration.ofDays(30))));
    }

    @Test
    void variablesAreThoseOfTheProcesses() {
        Connection.Settings settings = Connection.Settings.of(Map.of(
                "FEEDMILL_TABLES_PREFIX", "a-",
                "FEEDMILL_TABLES_COUNTER_SHARDS", "9",
                "FEEDMILL_QUEUES_PREFIX", "b-",
                "FEEDMILL_FEEDS_RETENTION", "60d"));
        assertThat(settings.tables().prefix()).isEqualTo("a-");
        assertThat(settings.tables().counterShards()).isEqualTo(9);
        assertThat(settings.queues().prefix()).isEqualTo("b-");
        assertThat(settings.feeds().retention()).isEqualTo(Duration.ofDays(60));
    }

    @Test
    void anInvalidVariableIsOneSentence() {
        assertThatThrownBy(() -> Connection.Settings.of(Map.of("FEEDMILL_FEEDS_RETENTION", "long")))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("feedmill.feeds")
                .message()
                .hasLineCount(1);
        assertThatThrownBy(() -> Connection.Settings.of(Map.of("FEEDMILL_TABLES_COUNTER_SHARDS", "0")))
                .isInstanceOf(CommandException.class)
                .hasMessageEndingWith("feedmill.tables.counter-shards must be greater than or equal to 1, not 0");
    }

    @Test
    void aMisspelledVariableIsOneSentenceWithTheNearest() {
        assertThatThrownBy(() -> Connection.Settings.of(Map.of("FEEDMILL_TABLE_PREFIX", "a-")))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessage("Unknown settings: FEEDMILL_TABLE_PREFIX (the nearest setting is feedmill.tables.prefix).");
        Connection.Settings.of(Map.of("FEEDMILL_FANOUT_SLICE_SIZE", "1", "FEEDMILL_BREAKER_OPEN", "1s"));
    }
}
