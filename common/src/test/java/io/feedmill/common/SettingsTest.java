package io.feedmill.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.dynamo.RetentionSettings;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.follow.FollowStore.FollowSettings;
import io.feedmill.common.follow.FollowStore.UnfollowSettings;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema.QueueSettings;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

class SettingsTest {
    private static final Validator VALIDATOR =
            Validation.buildDefaultValidatorFactory().getValidator();

    @Test
    void createsNoTablesByDefaultAndSpreadsHotKeys() {
        assertThat(bind("feedmill.tables", TableSettings.class, Map.of()))
                .isEqualTo(new TableSettings("feedmill-", false, 64, 64, 8, 64));
    }

    @Test
    void createsNoQueuesByDefault() {
        assertThat(bind("feedmill.queues", QueueSettings.class, Map.of()))
                .isEqualTo(new QueueSettings("feedmill-", false));
    }

    @Test
    void keepsHomeFeedsForThirtyDays() {
        assertThat(bind("feedmill.feeds", FeedSettings.class, Map.of()))
                .isEqualTo(new FeedSettings(Duration.ofDays(30)));
    }

    @Test
    void waitsThirtySecondsBeforeAnUnfollowDeletes() {
        assertThat(bind("feedmill.unfollow", UnfollowSettings.class, Map.of()))
                .isEqualTo(new UnfollowSettings(Duration.ofSeconds(30)));
        assertRefused(new UnfollowSettings(Duration.ofSeconds(901)), "feedmill.unfollow.grace");
        assertRefused(new UnfollowSettings(Duration.ofSeconds(-1)), "feedmill.unfollow.grace");
    }

    @Test
    void followsSevenThousandFiveHundredAuthors() {
        assertThat(bind("feedmill.follows", FollowSettings.class, Map.of())).isEqualTo(new FollowSettings(7_500, 500));
        assertRefused(new FollowSettings(0, 1), "feedmill.follows.max");
        assertRefused(new FollowSettings(1, 0), "feedmill.follows.max-requests");
    }

    @Test
    void keepsTheRestForNinetyDays() {
        Duration days = Duration.ofDays(90);
        assertThat(bind("feedmill.retention", RetentionSettings.class, Map.of()))
                .isEqualTo(new RetentionSettings(days, days, days, days));
    }

    @Test
    void refusesToKeepTheLedgerForLessThanTwoDays() {
        Duration day = Duration.ofDays(1);
        assertRefused(new RetentionSettings(day, day, day, day), "feedmill.retention.ledger");
    }

    @Test
    void markersOutliveTheViewsThatTheyDeny() {
        Duration days = Duration.ofDays(90);
        RetentionSettings settings = new RetentionSettings(days, days, days, days);
        Instant created = Instant.EPOCH;
        assertThat(settings.countsViews(created, created.plus(days).minusNanos(1)))
                .isTrue();
        assertThat(settings.countsViews(created, created.plus(days))).isFalse();
        assertThat(settings.markersExpire(created)).isAfterOrEqualTo(created.plus(days));
    }

    @Test
    void takesOtherValues() {
        Map<String, String> other = Map.of(
                "feedmill.tables.prefix",
                "test-",
                "feedmill.tables.create",
                "true",
                "feedmill.tables.outbox-shards",
                "4");
        assertThat(bind("feedmill.tables", TableSettings.class, other))
                .isEqualTo(new TableSettings("test-", true, 4, 64, 8, 64));
        assertThat(bind("feedmill.feeds", FeedSettings.class, Map.of("feedmill.feeds.retention", "60d")))
                .isEqualTo(new FeedSettings(Duration.ofDays(60)));
    }

    @Test
    void namesBeginWithThePrefix() {
        assertThat(new TableSettings("x-", false, 1, 1, 1, 1).schema().name(FeedRows.HOMES))
                .isEqualTo("x-homes");
        assertThat(new QueueSettings("x-", false).schema().name(Queue.PUBLISH)).isEqualTo("x-publish");
        assertThat(new QueueSettings("x-", false).schema().deadName(Queue.DELIVER))
                .isEqualTo("x-deliver-dead");
    }

    @Test
    void refusesCountsBelowOne() {
        assertThatThrownBy(() -> checked(new TableSettings("x-", false, 0, 1, 1, 1)))
                .hasMessage("feedmill.tables.outbox-shards must be greater than or equal to 1");
        assertRefused(new TableSettings("x-", false, 1, 0, 1, 1), "ledger-shards");
        assertRefused(new TableSettings("x-", false, 1, 1, 0, 1), "counter-shards");
        assertRefused(new TableSettings("x-", false, 1, 1, 1, 0), "connections");
    }

    @Test
    void refusesAnEmptyRetention() {
        assertRefused(new FeedSettings(Duration.ZERO), "feedmill.feeds.retention");
    }

    private static <T> T bind(String prefix, Class<T> type, Map<String, String> properties) {
        return checked(new Binder(new MapConfigurationPropertySource(properties)).bindOrCreate(prefix, type));
    }

    private static void assertRefused(Object settings, String setting) {
        assertThatThrownBy(() -> checked(settings)).hasMessageContaining(setting);
    }

    /** Throws as the binding of invalid settings does: with the name of the property. */
    private static <T> T checked(T settings) {
        String prefix =
                settings.getClass().getAnnotation(ConfigurationProperties.class).value();
        VALIDATOR.validate(settings).stream().findFirst().ifPresent(violation -> {
            String property = DataObjectPropertyName.toDashedForm(
                    violation.getPropertyPath().toString());
            throw new IllegalArgumentException(prefix + "." + property + " " + violation.getMessage());
        });
        return settings;
    }

    @EnableConfigurationProperties(TableSettings.class)
    static class Start {}

    @Test
    void anInvalidSettingEndsTheStartAndIsNamed() {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource("test", Map.of("feedmill.tables.outbox-shards", "0")));
            context.register(Start.class);
            assertThatThrownBy(context::refresh)
                    .hasStackTraceContaining("feedmill.tables")
                    .hasStackTraceContaining("on field 'outboxShards': rejected value [0]");
        }
    }
}
