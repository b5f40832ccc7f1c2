package io.feedmill.api.cursor;

import io.feedmill.api.cursor.PageBudget.Source;
import io.feedmill.api.http.Charge;
import io.feedmill.common.storage.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads lists past the rows that their reader must not know, so that neither a page's length nor its {@code next} tells where those are. */
public final class VisiblePage {
    /** The maximum of reads after the first one. */
    static final int FURTHER_READS = 4;

    /** Rows of each, whatever the limit: else a short page tells of few hidden rows. */
    static final int FURTHER_ROWS = 100;

    private VisiblePage() {}

    /**
     * Returns the first visible items, up to the limit; each further read counts as one more call. {@code next} is null exactly if no visible one
     * follows; but the page may end short within more than 400 hidden rows in turn.
     */
    public static <T, K> Page<T, K> of(@Nullable K after, int limit, Source<T, K> visible, Function<T, K> key) {
        Page<T, K> part = visible.read(after, limit + 1);
        List<T> items = new ArrayList<>(part.items());
        @Nullable K next = part.next();
        for (int reads = 0; items.size() <= limit && next != null && reads < FURTHER_READS; reads++) {
            Charge.calls(1);
            part = visible.read(next, FURTHER_ROWS);
            items.addAll(part.items());
            next = part.next();
        }
        return items.size() > limit
                ? new Page<>(items.subList(0, limit), key.apply(items.get(limit - 1)))
                : new Page<>(items, next);
    }
}
