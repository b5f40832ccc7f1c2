package io.feedmill.common.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShardedKeyTest {
    private static final int IDS = 16_000;
    private static final int SHARDS = 16;

    @Test
    void hasTheDocumentedForm() {
        assertThat(new ShardedKey("202611211000", 7)).hasToString("202611211000#7");
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
