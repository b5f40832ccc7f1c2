package io.feedmill.common.key;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Hierarchical keys: parts joined by a separator, such that the order of the keys (by UTF-8 bytes, as DynamoDB compares
 * them) is the order of the tuples of parts, and that a prefix matches no neighbour: {@code USA#TX#} does not find
 * {@code USA#TXX#}.
 *
 * <p>The escape character is the one right above the separator. Both, and every character below them, are written as
 * the escape character and two hexadecimal digits: with {@code #}, a space is {@code $20} and a {@code $} is
 * {@code $24}. So an escaped character still sorts below every unescaped one, and the separator below them all: a part
 * sorts before its own extensions. Letters, digits, {@code _} and everything beyond ASCII stay as they are.
 *
 * <p>A part may be empty and then sorts first. It may not have half a surrogate pair, which UTF-8 cannot say. The
 * length of a key is not checked here: DynamoDB refuses sort keys above 1,024 bytes.
 *
 * @param separator from {@code !} to {@code .}, so that digits and letters need no escape
 * @param parts how many parts a key has, at least 2
 */
public record KeyTemplate(char separator, int parts) {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final int HEX_DIGITS = 2;

    public KeyTemplate {
        if (separator < '!' || separator > '.') {
            throw Refusal.of("a separator from ! to .", String.valueOf(separator));
        }
        if (parts < 2) {
            throw Refusal.of("at least 2 parts", Integer.toString(parts));
        }
    }

    /** The key of a tuple, which has the template's number of values. */
    public String encode(String... values) {
        requireParts(values.length, parts, parts);
        return joined(List.of(values));
    }

    /** The parts of a key: the inverse of {@link #encode}. */
    public List<String> decode(String key) {
        String[] escaped = key.split(Pattern.quote(String.valueOf(separator)), -1);
        List<String> values = Arrays.stream(escaped).map(this::unescaped).toList();
        if (values.size() != parts || !joined(values).equals(key)) {
            throw Refusal.of("a key of " + parts + " parts separated by " + separator, key);
        }
        return values;
    }

    /** The prefix of the keys with these leading parts, one to all but the last, and of no other; ends in the separator. */
    public String prefix(String... leading) {
        requireParts(leading.length, 1, parts - 1);
        return joined(List.of(leading)) + separator;
    }

    /** The keys of the {@link #prefix} as a range: no key is or begins with a prefix and the escape character alone. */
    public KeyRange range(String... leading) {
        String prefix = prefix(leading);
        return new KeyRange(prefix, prefix.substring(0, prefix.length() - 1) + escapeCharacter());
    }

    private static void requireParts(int given, int min, int max) {
        if (given < min || given > max) {
            throw Refusal.of(min + " to " + max + " parts", Integer.toString(given));
        }
    }

    private String joined(List<String> values) {
        return values.stream().map(this::escaped).collect(Collectors.joining(String.valueOf(separator)));
    }

    private String escaped(String value) {
        if (!UTF_8.newEncoder().canEncode(value)) {
            throw Refusal.of("whole characters", value);
        }
        StringBuilder escaped = new StringBuilder(value.length());
        value.chars().forEach(c -> {
            if (c > escapeCharacter()) {
                escaped.append((char) c);
            } else {
                escaped.append(escapeCharacter()).append(HEX.toHexDigits(c, HEX_DIGITS));
            }
        });
        return escaped.toString();
    }

    /** Tolerates digits that {@link #escaped} would not write: {@link #decode} compares. */
    private String unescaped(String part) {
        StringBuilder value = new StringBuilder();
        for (int i = 0; i < part.length(); i++) {
            if (part.charAt(i) != escapeCharacter()) {
                value.append(part.charAt(i));
            } else {
                value.append((char) escapedAt(part, i + 1));
                i += HEX_DIGITS;
            }
        }
        return value.toString();
    }

    private static int escapedAt(String part, int start) {
        if (start + HEX_DIGITS > part.length()) {
            throw Refusal.of(HEX_DIGITS + " hexadecimal digits after the escape", part);
        }
        return HexFormat.fromHexDigits(part, start, start + HEX_DIGITS);
    }

    private char escapeCharacter() {
        return (char) (separator + 1);
    }
}
