package io.feedmill.api.partition;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.scan.ScanMethod;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Query parameters as they come.
 *
 * @param method auto, scan, skip or index; null: auto
 * @param index for the method index, or for auto to consider; null: none
 * @param segments 1 to 16; null: 4
 * @param units as many as the setting allows, and not more; null: so many
 * @param cursor of an earlier call, which then tells method, index and segments; null: from the beginning
 */
record ListParameters(
        @Nullable String method,
        @Nullable String index,
        @Nullable String segments,
        @Nullable String units,
        @Nullable String cursor) {
    private static final String AUTO = "auto";
    private static final int DEFAULT_SEGMENTS = 4;
    private static final int MAX_SEGMENTS = 16;
    private static final int MAX_DIGITS = 9;

    /** Empty: the cheapest. */
    Optional<ScanMethod> scanMethod() {
        if (method == null || method.equals(AUTO)) {
            return Optional.empty();
        }
        return Optional.of(Arrays.stream(ScanMethod.values())
                .filter(known -> known.name().toLowerCase(Locale.ROOT).equals(method))
                .findFirst()
                .orElseThrow(() -> refused("The method is none of auto, scan, skip and index.")));
    }

    int segmentCount() {
        return number(segments, "segments", DEFAULT_SEGMENTS, MAX_SEGMENTS);
    }

    int budget(int most) {
        return number(units, "units", most, most);
    }

    private static int number(@Nullable String text, String name, int absent, int most) {
        if (text == null) {
            return absent;
        }
        boolean digits = text.length() <= MAX_DIGITS && text.matches("[1-9][0-9]*");
        if (!digits || Integer.parseInt(text) > most) {
            throw refused("The parameter " + name + " is not a number from 1 to " + most + ".");
        }
        return Integer.parseInt(text);
    }

    static ProblemException refused(String detail) {
        return new ProblemException(ProblemType.INVALID_PARAMETER, detail);
    }
}
