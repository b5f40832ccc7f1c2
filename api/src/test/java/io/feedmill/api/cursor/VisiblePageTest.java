package io.feedmill.api.cursor;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.storage.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class VisiblePageTest {
    /** The most hidden rows in turn of which a page with this limit never tells. */
    private static final int UNTOLD = VisiblePage.FURTHER_READS * VisiblePage.FURTHER_ROWS;

    private final List<Integer> reads = new ArrayList<>();

    /** Rows 0 to {@code rows} - 1, of which only these are visible. */
    private Page<Integer, Integer> page(int rows, Set<Integer> visible, @Nullable Integer after, int limit) {
        return VisiblePage.of(
                after,
                limit,
                (last, window) -> {
                    reads.add(window);
                    int first = last == null ? 0 : last + 1;
                    int end = Math.min(rows, first + window);
                    List<Integer> shown = IntStream.range(first, end)
                            .boxed()
                            .filter(visible::contains)
                            .toList();
                    return new Page<>(shown, end < rows ? end - 1 : null);
                },
                row -> row);
    }

    private static Set<Integer> rows(Integer... rows) {
        return Set.of(rows);
    }

    @Test
    void aPageOfVisibleRowsTakesOneRead() {
        assertThat(page(9, rows(0, 1, 2, 3, 4), null, 3)).isEqualTo(new Page<>(List.of(0, 1, 2), 2));
        assertThat(reads).containsExactly(4);
    }

    @Test
    void hiddenRowsMakeNeitherAShortPageNorANext() {
        assertThat(page(300, rows(0, 150, 299), null, 3)).isEqualTo(new Page<>(List.of(0, 150, 299), null));
        assertThat(page(300, rows(0, 150, 299), null, 2)).isEqualTo(new Page<>(List.of(0, 150), 150));
        assertThat(page(300, rows(0, 150), null, 2)).isEqualTo(new Page<>(List.of(0, 150), null));
        assertThat(page(300, rows(0), 0, 1)).isEqualTo(new Page<>(List.of(), null));
        assertThat(page(300, rows(), null, 1)).isEqualTo(new Page<>(List.of(), null));
    }

    /** The cost of a page is bounded: this is what it still tells. */
    @Test
    void aPageEndsWithinMoreHiddenRowsThanItReads() {
        assertThat(page(UNTOLD + 2, rows(), null, 1).next()).isNull();
        assertThat(page(UNTOLD + 3, rows(), null, 1).next()).isEqualTo(UNTOLD + 1);
        assertThat(page(UNTOLD + 3, rows(0), null, 1).next()).isEqualTo(UNTOLD + 1);
        assertThat(reads.subList(0, 5)).containsExactly(2, 100, 100, 100, 100);
        assertThat(page(1_000, rows(0, 999), UNTOLD + 1, 1)).isEqualTo(new Page<>(List.of(), UNTOLD + 1 + UNTOLD + 2));
    }

    @Test
    void aWalkShowsEachVisibleRowOnce() {
        Set<Integer> visible = new TreeSet<>(
                IntStream.range(0, 2_000).filter(row -> row % 700 < 9).boxed().toList());
        for (int limit = 1; limit <= 100; limit += 33) {
            List<Integer> seen = new ArrayList<>();
            @Nullable Integer after = null;
            do {
                Page<Integer, Integer> page = page(2_000, visible, after, limit);
                assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
                seen.addAll(page.items());
                after = page.next();
            } while (after != null);
            assertThat(seen).containsExactlyElementsOf(visible);
        }
    }
}
