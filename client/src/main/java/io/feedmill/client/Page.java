package io.feedmill.client;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list, perhaps with few items or none. At the end of the list it has an {@code end}, else {@code next}, the cursor of the next page. A
 * list whose end is {@code trimmed}, not {@code complete}, has only the items {@code since} a time. The first page of a home feed has all posts until
 * {@code completeUntil}, if that is known.
 */
public record Page<T>(
        List<T> items,
        @Nullable String next,
        @Nullable String end,
        @Nullable Instant since,
        boolean rebuilding,
        @Nullable Instant completeUntil) {

    /** Returns all items. The first page, of the cursor null, is read at once, each other one when the stream comes to it. */
    static <T> Stream<T> items(Function<@Nullable String, Page<T>> pages) {
        return Stream.iterate(
                        pages.apply(null),
                        Objects::nonNull,
                        page -> page.next() == null ? null : pages.apply(page.next()))
                .flatMap(page -> page.items().stream());
    }
}
