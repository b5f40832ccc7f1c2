package io.feedmill.api.partition;

import io.feedmill.api.http.QueryArgumentResolver;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.common.partition.MethodChoice.ScanMethod;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The query parameters of a listing. Controllers take them as an argument.
 *
 * @param method auto, scan, skip or index; null: auto
 * @param index the index for the methods index and auto; null: none
 * @param segments 1 to 16; null: 4
 * @param units the maximum number of read units; null: the maximum of the setting
 * @param cursor of an earlier call; it keeps method, index and segments; null: from the beginning
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

    /** Returns the method; empty for the cheapest one. */
    Optional<ScanMethod> scanMethod() {
        if (method == null || method.equals(AUTO)) {
            return Optional.empty();
        }
        return Optional.of(Arrays.stream(ScanMethod.values())
                .filter(known -> known.name().toLowerCase(Locale.ROOT).equals(method))
                .findFirst()
                .orElseThrow(
                        () -> ProblemException.invalidParameter("Invalid 'method': use auto, scan, skip or index.")));
    }

    int segmentCount() {
        return number(segments, "segments", DEFAULT_SEGMENTS, MAX_SEGMENTS);
    }

    int budget(int max) {
        return number(units, "units", max, max);
    }

    private static int number(@Nullable String text, String name, int absent, int max) {
        if (text == null) {
            return absent;
        }
        boolean digits = text.length() <= MAX_DIGITS && text.matches("[1-9][0-9]*");
        if (!digits || Integer.parseInt(text) > max) {
            throw ProblemException.invalidParameter("Invalid '" + name + "': use a number from 1 to " + max + ".");
        }
        return Integer.parseInt(text);
    }

    /** Resolves arguments of this type. */
    @Component
    static final class Resolver extends QueryArgumentResolver<ListParameters> {
        Resolver() {
            super(
                    ListParameters.class,
                    request -> new ListParameters(
                            parameter(request, "method"),
                            parameter(request, "index"),
                            parameter(request, "segments"),
                            parameter(request, "units"),
                            parameter(request, "cursor")),
                    "method",
                    "index",
                    "segments",
                    "units",
                    "cursor");
        }
    }
}
