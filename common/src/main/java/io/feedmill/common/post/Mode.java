package io.feedmill.common.post;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.key.LowerCaseName;

/** How a post comes to readers. */
public enum Mode implements LowerCaseName {
    /** Its job writes it to the home feeds of followers. */
    PUSH,
    /** Pages of followers read it from the author's feed: no home feed but the author's has it. */
    ON_READ;

    private static final String FLAG = "onRead";

    /** Adds it to a row: a pushed post has no attribute. */
    public Attributes add(Attributes row) {
        return this == ON_READ ? row.flag(FLAG) : row;
    }

    /** The inverse of {@link #add}. */
    public static Mode of(Row row) {
        return row.has(FLAG) ? ON_READ : PUSH;
    }
}
