package io.feedmill.common.storage;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A page of a list, which may be short or empty before the end. The next one continues after {@code next}, which is null only at the end. */
public record Page<T, K>(List<T> items, @Nullable K next) {
    /** The page with what is made of its items. */
    public <R> Page<R, K> map(Function<Stream<T>, Stream<R>> mapping) {
        return new Page<>(mapping.apply(items.stream()).toList(), next);
    }
}
