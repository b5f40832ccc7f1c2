package io.feedmill.common.post;

import io.feedmill.common.key.KeyTemplate;
import java.text.Normalizer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A country, a state (without a city) or a city: the place of a post, and a filter for posts. Names are in Unicode's form NFC, so that one name is one
 * key however it was typed.
 */
public record Place(
        String country, @Nullable String state, @Nullable String city) {
    /** The rule for names, for sentences. */
    public static final String NAME =
            "1 to 64 characters without / and \\, control characters and blanks around it, other than . and ..";

    private static final KeyTemplate CANONICAL = new KeyTemplate('#', 3);
    private static final int MAX_CODE_POINTS = 64;

    /** Throws an {@link IllegalArgumentException} if one is not {@link #NAME}, or a city has no state; the message is safe to show. */
    public Place {
        country = name("country", country);
        state = state == null ? null : name("state", state);
        city = city == null ? null : name("city", city);
        if (state == null && city != null) {
            throw new IllegalArgumentException("The city is without its state.");
        }
    }

    /** The place as one unique text: {@code <country>#<state>#<city>}, escaped. */
    public String canonical() {
        return CANONICAL.encode(country, Objects.requireNonNullElse(state, ""), Objects.requireNonNullElse(city, ""));
    }

    private static String name(String what, String given) {
        String name = Normalizer.normalize(given, Normalizer.Form.NFC);
        int length = name.codePointCount(0, name.length());
        if (length < 1
                || length > MAX_CODE_POINTS
                || isBlank(name.codePointAt(0))
                || isBlank(name.codePointBefore(name.length()))
                || isPathStep(name)
                || !name.codePoints().allMatch(Place::isAllowed)) {
            throw new IllegalArgumentException("The " + what + " is not " + NAME + ".");
        }
        return name;
    }

    /** Also one that does not break a line, or has no width. */
    private static boolean isBlank(int codePoint) {
        return Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint) || codePoint == 0xFEFF;
    }

    /** A URL's path drops these two. */
    private static boolean isPathStep(String name) {
        return name.equals(".") || name.equals("..");
    }

    /** Half of a surrogate pair is no character, and a path has no slashes inside of a name. */
    private static boolean isAllowed(int codePoint) {
        return codePoint != '/'
                && codePoint != '\\'
                && !Character.isISOControl(codePoint)
                && Character.getType(codePoint) != Character.SURROGATE;
    }
}
