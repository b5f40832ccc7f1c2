package io.feedmill.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShardedKeyTest {
    private static final int IDS = 16_000;
    private static final int SHARDS = 16;

    @Seeded
    void parsesItsOwnValue(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < Seeded.TRIES; i++) {
            ShardedKey key = new ShardedKey("x" + Samples.part(random), random.nextInt(Integer.MAX_VALUE));
            assertThat(ShardedKey.parse(key.value())).isEqualTo(key);
        }
    }

    @Test
    void hasTheDocumentedForm() {
        assertThat(new ShardedKey("202611211000", 7)).hasToString("202611211000#7");
        assertThat(ShardedKey.parse("a#b#12")).isEqualTo(new ShardedKey("a#b", 12));
    }

    @Test
    void listsAllShardsFromZero() {
        assertThat(ShardedKey.all("posts", 3))
                .containsExactly(new ShardedKey("posts", 0), new ShardedKey("posts", 1), new ShardedKey("posts", 2));
    }

    /** Rows are found by these numbers; they were computed apart from this code. */
    @ParameterizedTest
    @CsvSource({"'', 6", "alice, 4", "bob, 0", "Åre, 5", "NQm6nKp8qFC11111111111, 4"})
    void shardOfAnIdNeverChanges(String id, int shard) {
        assertThat(ShardedKey.shardOf(id, SHARDS)).isEqualTo(shard);
    }

    @Test
    void spreadsSequentialIdsEvenly() {
        assertSpread(i -> "user-" + i);
    }

    @Test
    void spreadsPostIdsOfOneMomentEvenly() {
        assertSpread(i -> Base58.encode(1_800_000_000_000_000_000L + i * 1_000L, 11) + "11111111111");
    }

    @Test
    void spreadsIdsWithEqualLowBitsEvenly() {
        assertSpread(i -> Integer.toBinaryString(i).replace('0', 'P').replace('1', '0'));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "#", "a", "a#", "#1", "a#-1", "a#+1", "a#01", "a#-0", "a#x", "a#2147483648", "a#١"})
    void refusesWhatIsNoShardedKey(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> ShardedKey.parse(text));
    }

    @Test
    void refusesBadShards() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ShardedKey("a", -1));
        assertThatIllegalArgumentException().isThrownBy(() -> new ShardedKey("", 0));
        assertThatIllegalArgumentException().isThrownBy(() -> ShardedKey.shardOf("a", 0));
        assertThatIllegalArgumentException().isThrownBy(() -> ShardedKey.all("a", 0));
    }

    /** Within 15 % of the mean of 1,000: five standard deviations. */
    private static void assertSpread(IntFunction<String> ids) {
        int[] counts = new int[SHARDS];
        IntStream.range(0, IDS).mapToObj(ids).forEach(id -> counts[ShardedKey.shardOf(id, SHARDS)]++);
        assertThat(Arrays.stream(counts).boxed())
                .allSatisfy(count -> assertThat(count).isBetween(850, 1_150));
    }
}
