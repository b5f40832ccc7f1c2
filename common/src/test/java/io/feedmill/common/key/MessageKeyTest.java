package io.feedmill.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageKeyTest {
    private static final List<String> USERS = List.of("amsg", "amsgs", "amsg-", "-", "Z", "a", "_", "zzz");
    private static final String SUFFIX = "1".repeat(11);
    private static final Comparator<MessageKey> ORDER = Comparator.comparingLong(MessageKey::tick)
            .thenComparing(MessageKey::suffix)
            .thenComparing(MessageKey::user);

    private static MessageKey key(Random random) {
        long tick = random.nextBoolean() ? random.nextInt(3) : Samples.tick(random);
        return MessageKey.create(new UserId(USERS.get(random.nextInt(USERS.size()))), tick, random);
    }

    @Test
    void isTheArticlesTemplateWithNanosecondsAndASuffix() {
        MessageKey key = new MessageKey(
                new UserId("amsg"), Ticks.ofInstant(Instant.parse("2018-08-29T12:00:01.000000045Z")), SUFFIX);
        assertThat(key.value()).isEqualTo("amsg#2018-08-29-12-00-01.000000045" + SUFFIX);
        assertThat(key.reversed()).isEqualTo("2018-08-29-12-00-01.000000045" + SUFFIX + "#amsg");
    }

    @Seeded
    void sortsByUserAndTimeAndReversedByTimeAndUser(long seed) {
        Samples.tries(seed, random -> {
            MessageKey a = key(random);
            MessageKey b = key(random);
            int byTime = Integer.signum(ORDER.compare(a, b));
            assertThat(Samples.BYTES.compare(a.reversed(), b.reversed())).isEqualTo(byTime);
            assertThat(Samples.BYTES.compare(a.value(), new MessageKey(a.user(), b.tick(), b.suffix()).value()))
                    .isEqualTo(byTime);
        });
    }

    @Seeded
    void parsesItsOwnValue(long seed) {
        Samples.tries(seed, random -> {
            MessageKey key = key(random);
            assertThat(MessageKey.parse(key.value())).isEqualTo(key);
        });
    }

    @Seeded
    void rangesHaveExactlyWhatIsWithinThem(long seed) {
        Samples.tries(seed, random -> {
            MessageKey key = key(random);
            UserId user = new UserId(USERS.get(random.nextInt(USERS.size())));
            long from = random.nextBoolean() ? random.nextInt(3) : Samples.tick(random) / 2;
            long to = from + 1 + random.nextInt(3);
            boolean within = key.tick() >= from && key.tick() < to;
            assertThat(MessageKey.ofEverybody(from, to).contains(key.reversed()))
                    .isEqualTo(within);
            assertThat(MessageKey.ofUser(user, from, to).contains(key.value()))
                    .isEqualTo(within && key.user().equals(user));
        });
    }

    @Test
    void aMonthIsWhatTheArticlesPrefixFinds() {
        KeyRange august =
                MessageKey.ofUser(new UserId("amsg"), tick("2018-08-01T00:00:00Z"), tick("2018-09-01T00:00:00Z"));
        assertThat(august.first()).startsWith("amsg#2018-08");
        assertThat(august.last()).startsWith("amsg#2018-08");
        assertThat(august.contains("amsg#2018-08-31-23-59-59.999999999zzzzzzzzzzz"))
                .isTrue();
        assertThat(august.contains("amsg#2018-09-01-00-00-00.00000000011111111111"))
                .isFalse();
    }

    private static long tick(String instant) {
        return Ticks.ofInstant(Instant.parse(instant));
    }

    @Test
    void isUtcWithAnyDefaults() {
        MessageKey key = new MessageKey(new UserId("amsg"), tick("2024-02-29T23:59:59.999Z"), SUFFIX);
        Defaults.underEach(defaults -> {
            assertThat(key.value()).as(defaults).isEqualTo("amsg#2024-02-29-23-59-59.999000000" + SUFFIX);
            assertThat(MessageKey.parse(key.value())).as(defaults).isEqualTo(key);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "amsg",
                "#2018-08-29-12-00-00.00000000011111111111",
                "amsg#2018-08-29-12-00-00.0000000001111111111",
                "amsg#2018-08-29-12-00-00.000000000111111111111",
                "amsg#2018-08-29-12-00-00.00000000x11111111111",
                "amsg#2018-08-29-12-00-00.0000000001111111111l",
                "amsg#2018-08-29-12-00-00-00000000011111111111",
                "amsg#2018-08-29T12:00:00.00000000011111111111",
                "amsg#2018-02-29-12-00-00.00000000011111111111",
                "amsg#1969-12-31-23-59-59.00000000011111111111",
                "amsg#b#2018-08-29-12-00-00.00000000011111111111"
            })
    void refusesWhatIsNoMessageKey(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> MessageKey.parse(text));
    }

    @Test
    void refusesBadComponentsAndSpans() {
        assertThatIllegalArgumentException().isThrownBy(() -> new MessageKey(new UserId("a#b"), 0, SUFFIX));
        assertThatIllegalArgumentException().isThrownBy(() -> new MessageKey(new UserId("a"), -1, SUFFIX));
        assertThatIllegalArgumentException().isThrownBy(() -> new MessageKey(new UserId("a"), 0, "1"));
        assertThatIllegalArgumentException().isThrownBy(() -> MessageKey.ofEverybody(1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> MessageKey.ofUser(new UserId("a"), -1, 1));
    }
}
