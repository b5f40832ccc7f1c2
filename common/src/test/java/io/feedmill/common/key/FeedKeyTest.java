package io.feedmill.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeedKeyTest {
    @Seeded
    void sortsNewestFirstAsBytesAndAsObjects(long seed) {
        Samples.tries(seed, random -> {
            FeedKey a = Samples.postId(random).feedKey();
            FeedKey b = Samples.postId(random).feedKey();
            int order = Samples.BYTES.compare(a.value(), b.value());
            assertThat(Integer.signum(a.compareTo(b))).isEqualTo(order);
            if (a.tick() != b.tick()) {
                assertThat(order).isEqualTo(Long.compare(b.tick(), a.tick()));
            }
        });
    }

    @Seeded
    void parsesItsOwnValueOfFixedWidth(long seed) {
        Samples.tries(seed, random -> {
            FeedKey key = PostId.create(Samples.tick(random), random).feedKey();
            assertThat(key.value()).hasSize(31).hasToString(key.toString());
            assertThat(FeedKey.parse(key.value())).isEqualTo(key);
        });
    }

    @Seeded
    void rangeContainsExactlyItsTicks(long seed) {
        Samples.tries(seed, random -> {
            long a = Samples.tick(random);
            long b = Samples.tick(random);
            long from = Math.min(a, b);
            long to = Math.max(a, b);
            FeedKey key = PostId.create(Samples.tick(random), random).feedKey();
            if (from < to) {
                assertThat(FeedKey.range(from, to).contains(key.value()))
                        .isEqualTo(from <= key.tick() && key.tick() < to);
            }
        });
    }

    @Test
    void rangeTakesEverySuffixOfItsFirstTickAndNoneOfItsEnd() {
        KeyRange range = FeedKey.range(0, Long.MAX_VALUE);
        assertThat(range.first()).isEqualTo("0000000000000000001.11111111111");
        assertThat(range.last()).isEqualTo("9223372036854775807.zzzzzzzzzzz");
        assertThat(range.contains(new FeedKey(Long.MAX_VALUE, "zzzzzzzzzzz").value()))
                .isFalse();
    }

    @Test
    void rangeOfOneTickTakesAllItsPosts() {
        KeyRange range = FeedKey.range(5, 6);
        assertThat(range.contains(new FeedKey(5, "11111111111").value())).isTrue();
        assertThat(range.contains(new FeedKey(5, "zzzzzzzzzzz").value())).isTrue();
        assertThat(range.contains(new FeedKey(4, "11111111111").value())).isFalse();
        assertThat(range.contains(new FeedKey(6, "zzzzzzzzzzz").value())).isFalse();
    }

    @Test
    void refusesAnEmptyRange() {
        assertThatIllegalArgumentException().isThrownBy(() -> FeedKey.range(5, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> FeedKey.range(6, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> FeedKey.range(0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> FeedKey.range(-1, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> FeedKey.range(0, Long.MIN_VALUE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0000000000000000000",
                "0000000000000000000.1111111111",
                "0000000000000000000.111111111111",
                "0000000000000000000-11111111111",
                "000000000000000000a.11111111111",
                "-000000000000000001.11111111111",
                "9223372036854775808.11111111111",
                "0000000000000000000.1111111111l"
            })
    void refusesWhatIsNoFeedKey(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> FeedKey.parse(text));
    }

    @Test
    void refusesBadComponents() {
        assertThatIllegalArgumentException().isThrownBy(() -> new FeedKey(-1, "11111111111"));
        assertThatIllegalArgumentException().isThrownBy(() -> new FeedKey(1, ""));
    }

    @Test
    void readsTheTickOfAKey() {
        assertThat(FeedKey.tickOf(new FeedKey(1_700_000_000_000_000_000L, "abcdefghijk").value()))
                .isEqualTo(1_700_000_000_000_000_000L);
        assertThatIllegalArgumentException().isThrownBy(() -> FeedKey.tickOf("12"));
    }
}
