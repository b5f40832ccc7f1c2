package io.feedmill.common.key;

import java.util.Locale;

/** A constant of an enum whose name is its value, as it is stored, sent and shown. */
public interface LowerCaseName {
    String name();

    /** Returns the name in lower case, with hyphens. */
    default String value() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
