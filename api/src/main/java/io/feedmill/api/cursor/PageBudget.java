package io.feedmill.api.cursor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.common.storage.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The bytes of texts and data that one page has room for. A full page ends early, with a next one; it has at least one item. */
public final class PageBudget {
    static final int BYTES = 512 * 1024;

    /** How many items of unknown length are read at once: about as many of the longest ones as a page has room for. */
    private static final int WINDOW = 10;

    private long used;

    /** Takes the room for an item; returns false if the page is full. */
    public boolean takes(long bytes) {
        boolean room = used == 0 || used + bytes <= BYTES;
        used += bytes;
        return room;
    }

    /** Returns how many items to read at once: as many of the last ones' mean bytes as there is room for, up to four times their number, or ten. */
    public int window(List<Long> last) {
        long bytes = last.stream().mapToLong(Long::longValue).sum();
        return last.isEmpty()
                ? WINDOW
                : (int) Math.clamp((BYTES - used) * last.size() / Math.max(1, bytes), 1L, 4L * last.size());
    }

    public static long bytes(String text) {
        return text.getBytes(UTF_8).length;
    }

    @FunctionalInterface
    public interface Source<T, K> {
        /** Returns the items after this one (null: from the first), up to the limit. */
        Page<T, K> read(@Nullable K after, int limit);
    }

    /** Returns what a page has room for, of items that one read has found. */
    public static <T, K> Page<T, K> cut(Page<T, K> read, ToLongFunction<T> bytes, Function<T, K> key) {
        return new PageBudget().taken(read, bytes, key);
    }

    private <T, K> Page<T, K> taken(Page<T, K> read, ToLongFunction<T> bytes, Function<T, K> key) {
        List<T> items = read.items().stream()
                .takeWhile(item -> takes(bytes.applyAsLong(item)))
                .toList();
        if (items.size() == read.items().size()) {
            return read;
        }
        return new Page<>(items, items.isEmpty() ? null : key.apply(items.getLast()));
    }

    /** Reads up to this limit of items until the page is full: of all that is read, also what {@code visible} leaves out. */
    public static <T, K> Page<T, K> page(
            @Nullable K after,
            int limit,
            Source<T, K> source,
            UnaryOperator<List<T>> visible,
            ToLongFunction<T> bytes,
            Function<T, K> key) {
        PageBudget budget = new PageBudget();
        List<T> items = new ArrayList<>();
        List<T> last = List.of();
        @Nullable K next = after;
        int asked = 0;
        do {
            int window = Math.min(
                    limit - asked,
                    budget.window(last.stream().map(bytes::applyAsLong).toList()));
            Page<T, K> part = source.read(next, window);
            Page<T, K> taken = budget.taken(part, bytes, key);
            items.addAll(visible.apply(taken.items()));
            if (taken.items().size() < part.items().size()) {
                return new Page<>(items, taken.items().isEmpty() ? next : taken.next());
            }
            asked += window;
            last = part.items();
            next = part.next();
        } while (next != null && asked < limit);
        return new Page<>(items, next);
    }
}
