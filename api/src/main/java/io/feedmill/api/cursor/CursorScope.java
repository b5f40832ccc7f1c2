package io.feedmill.api.cursor;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The list that a cursor belongs to, with the viewer and the parameters that select its items; the cursor is invalid for any other. */
public record CursorScope(String value) {

    /** Returns the scope of a list by the unique name of its kind, and what selects its items, in a fixed order (null: absent). */
    public static CursorScope of(String list, @Nullable Object... parts) {
        return new CursorScope(
                Stream.concat(Stream.of(list), Arrays.stream(parts).map(CursorScope::escaped))
                        .collect(Collectors.joining("|")));
    }

    private static String escaped(@Nullable Object part) {
        return part == null ? "" : part.toString().replace("\\", "\\\\").replace("|", "\\|");
    }

    /** Returns the scope of the list in the hands of one caller; empty: a service. */
    public CursorScope ownedBy(String owner) {
        return new CursorScope(owner + "|" + value);
    }
}
