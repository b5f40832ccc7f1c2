package io.feedmill.api.cursor;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.post.Content;
import io.feedmill.common.storage.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PageBudgetTest {
    private static final int HALF = PageBudget.BYTES / 2;

    private final List<Integer> reads = new ArrayList<>();

    /** Reads numbers from 1 to {@code last}, each of the same size. */
    private Page<Long, Long> page(@Nullable Long after, int limit, long last, int bytes) {
        return PageBudget.page(
                after,
                limit,
                (from, atMost) -> {
                    reads.add(atMost);
                    long first = from == null ? 1 : from + 1;
                    long end = Math.min(last, first + atMost - 1);
                    return new Page<>(LongStream.rangeClosed(first, end).boxed().toList(), end < last ? end : null);
                },
                items -> items,
                number -> bytes,
                number -> number);
    }

    @Test
    void whatFillsAPageExactlyFitsAndOneByteMoreDoesNot() {
        PageBudget budget = new PageBudget();
        assertThat(budget.takes(HALF)).isTrue();
        assertThat(budget.takes(new Content("x".repeat(HALF - 100), "y".repeat(100)).bytes()))
                .isTrue();
        assertThat(budget.takes(1)).isFalse();
        PageBudget other = new PageBudget();
        other.takes(HALF);
        assertThat(other.takes(new Content("x".repeat(HALF - 100), "y".repeat(101)).bytes()))
                .isFalse();
    }

    @Test
    void bytesAreThoseOfUtf8() {
        PageBudget budget = new PageBudget();
        assertThat(budget.takes(Content.of("😀".repeat(HALF / 4)).bytes())).isTrue();
        assertThat(budget.takes(PageBudget.bytes("ä".repeat(HALF / 2)))).isTrue();
        assertThat(budget.takes(1)).isFalse();
    }

    @Test
    void aPageHasAtLeastOneItem() {
        assertThat(page(null, 10, 3, PageBudget.BYTES + 1)).isEqualTo(new Page<>(List.of(1L), 1L));
        assertThat(page(2L, 10, 3, PageBudget.BYTES + 1)).isEqualTo(new Page<>(List.of(3L), null));
    }

    /** 13 of the longest texts. */
    @Test
    void aFullPageEndsEarlyAndTheNextOneContinues() {
        Page<Long, Long> first = page(null, 100, 30, 40_000);
        assertThat(first.items())
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 13).boxed().toList());
        assertThat(first.next()).isEqualTo(13);
        assertThat(reads).containsExactly(10, 3, 1);
        assertThat(page(first.next(), 100, 30, 40_000).items()).first().isEqualTo(14L);
    }

    @Test
    void readsAWindowAtATimeUpToTheLimitOrTheEnd() {
        assertThat(page(null, 100, 200, 10).items()).hasSize(100);
        assertThat(reads).containsExactly(10, 40, 50);
        reads.clear();
        assertThat(page(null, 25, 12, 10).next()).isNull();
        assertThat(reads).containsExactly(10, 15);
    }

    /** Those of a room that expired are read, and left out. */
    @Test
    void itemsThatAreLeftOutCountTowardsTheLimit() {
        Page<Long, Long> page = PageBudget.page(
                null,
                25,
                (from, atMost) -> {
                    reads.add(atMost);
                    assertThat(reads).hasSizeLessThan(10);
                    return new Page<>(List.of(), (from == null ? 0 : from) + atMost);
                },
                items -> items,
                number -> 10,
                number -> number);
        assertThat(page).isEqualTo(new Page<>(List.of(), 25L));
        assertThat(reads).containsExactly(10, 10, 5);
    }

    /** A page of blocked users' messages would read twenty times as much. */
    @Test
    void whatItsReaderDoesNotSeeFillsAPage() {
        Page<Long, Long> page = PageBudget.page(
                null,
                100,
                (from, atMost) -> {
                    reads.add(atMost);
                    long first = from == null ? 1 : from + 1;
                    return new Page<>(
                            LongStream.range(first, first + atMost).boxed().toList(), first + atMost - 1);
                },
                items -> items.stream().filter(number -> number == 12).toList(),
                number -> 40_000,
                number -> number);
        assertThat(page).isEqualTo(new Page<>(List.of(12L), 13L));
        assertThat(reads).containsExactly(10, 3, 1);
    }

    /** The first window shows how long they are. */
    @Test
    void shortItemsAreReadByLargerWindows() {
        assertThat(page(null, 50, 1_000, 1_200).items()).hasSize(50);
        assertThat(reads).containsExactly(10, 40);
    }

    @Test
    void aWindowHasAboutTheRoomThatIsLeft() {
        assertThat(page(null, 100, 1_000, 10_000).items()).hasSize(52);
        assertThat(reads).containsExactly(10, 40, 2, 1);
    }
}
