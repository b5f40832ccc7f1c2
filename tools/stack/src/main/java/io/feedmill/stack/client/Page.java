package io.feedmill.stack.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of a list; without {@code next} it is the last. */
public interface Page<T> {

    List<T> items();

    @Nullable String next();
}
