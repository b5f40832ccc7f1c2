package io.feedmill.common.key;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A constant of an enum whose name is its value, as it is stored, sent and shown. */
public interface LowerCaseName {
    String name();

    /** Returns the name in lower case, with hyphens. */
    default String value() {
        return Made.VALUES.computeIfAbsent(
                name(), name -> name.toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    /** The one of these constants with this value. */
    static <E extends LowerCaseName> Optional<E> find(E[] constants, String value) {
        return Arrays.stream(constants)
                .filter(constant -> constant.value().equals(value))
                .findFirst();
    }

    /** Values that were asked for: each row of a page has one or more. */
    final class Made {
        private static final Map<String, String> VALUES = new ConcurrentHashMap<>();

        private Made() {}
    }
}
