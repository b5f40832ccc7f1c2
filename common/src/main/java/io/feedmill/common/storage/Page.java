package io.feedmill.common.storage;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of a list, which may be short or empty before the end. The next one continues after {@code next}, which is null only at the end. */
public record Page<T, K>(List<T> items, @Nullable K next) {}
