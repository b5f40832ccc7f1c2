package io.feedmill.stack.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of user ids. */
record UserPage(List<String> items, @Nullable String next) implements Page<String> {}
