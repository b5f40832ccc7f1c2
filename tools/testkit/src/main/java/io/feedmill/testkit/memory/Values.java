package io.feedmill.testkit.memory;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** DynamoDB's rules for values: their normal form, order and size. */
final class Values {
    private static final int MAX_DIGITS = 38;
    private static final BigDecimal GREATEST = new BigDecimal("9.9999999999999999999999999999999999999E+125");
    private static final BigDecimal SMALLEST = new BigDecimal("1E-130");

    /** What a map or a list needs, and each of its elements. */
    private static final int CONTAINER = 3;

    private Values() {}

    /** Returns the item with values in normal form. */
    static Map<String, AttributeValue> normalized(Map<String, AttributeValue> item) {
        Map<String, AttributeValue> normal = HashMap.newHashMap(item.size());
        item.forEach((name, value) -> normal.put(name, normalized(value)));
        return normal;
    }

    /** Returns the value with numbers as DynamoDB writes them and sets in ascending order, so that equal values are equal objects. */
    static AttributeValue normalized(AttributeValue value) {
        return switch (value.type()) {
            case S, B, BOOL, NUL -> value;
            case N -> AttributeValue.fromN(number(number(value)));
            case SS -> AttributeValue.fromSs(set(value.ss(), new TreeSet<>(value.ss())));
            case NS -> numbers(value.ns());
            case L ->
                AttributeValue.fromL(value.l().stream().map(Values::normalized).toList());
            case M -> AttributeValue.fromM(normalized(value.m()));
            case BS -> throw Errors.unknown("binary set");
            case UNKNOWN_TO_SDK_VERSION ->
                throw Errors.invalid(
                        "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
        };
    }

    private static AttributeValue numbers(List<String> numbers) {
        TreeSet<BigDecimal> sorted =
                new TreeSet<>(numbers.stream().map(Values::number).toList());
        return AttributeValue.fromNs(
                set(numbers, sorted).stream().map(Values::number).toList());
    }

    private static <T> List<T> set(List<String> elements, Set<T> sorted) {
        if (elements.isEmpty()) {
            throw Errors.invalid("One or more parameter values were invalid: A set may not be empty");
        }
        if (sorted.size() < elements.size()) {
            throw Errors.invalid(
                    "One or more parameter values were invalid: Input collection " + elements + " contains duplicates");
        }
        return List.copyOf(sorted);
    }

    static BigDecimal number(AttributeValue value) {
        return number(value.n());
    }

    /** Returns the number without trailing zeros. */
    static BigDecimal number(String text) {
        BigDecimal number = parsed(text);
        if (number.precision() > MAX_DIGITS) {
            throw Errors.invalid("Attempting to store more than 38 significant digits in a Number");
        }
        if (number.abs().compareTo(GREATEST) > 0) {
            throw Errors.invalid(
                    "Number overflow. Attempting to store a number with magnitude larger than supported range");
        }
        if (number.signum() != 0 && number.abs().compareTo(SMALLEST) < 0) {
            throw Errors.invalid(
                    "Number underflow. Attempting to store a number with magnitude smaller than supported range");
        }
        return number;
    }

    private static BigDecimal parsed(String text) {
        try {
            return new BigDecimal(text).stripTrailingZeros();
        } catch (NumberFormatException e) {
            throw Errors.invalid("The parameter cannot be converted to a numeric value: " + text);
        }
    }

    private static String number(BigDecimal number) {
        return number.toPlainString();
    }

    static AttributeValue sum(AttributeValue first, AttributeValue second) {
        if (first.n() == null || second.n() == null) {
            throw Errors.invalid(Errors.INCORRECT_TYPE);
        }
        BigDecimal sum = number(first).add(number(second));
        return AttributeValue.fromN(number(number(sum.toString())));
    }

    /** The union of two sets, or the first without the second; null: nothing is left. */
    static @Nullable AttributeValue union(AttributeValue set, AttributeValue other, boolean without) {
        if (set.type() != other.type()) {
            throw Errors.invalid(Errors.INCORRECT_TYPE);
        }
        List<String> mine = elements(set);
        List<String> others = elements(other);
        List<String> result = without
                ? mine.stream().filter(element -> !others.contains(element)).toList()
                : Stream.concat(mine.stream(), others.stream()).distinct().toList();
        if (result.isEmpty()) {
            return null;
        }
        return normalized(set.hasSs() ? AttributeValue.fromSs(result) : AttributeValue.fromNs(result));
    }

    /** The elements of a set of strings or numbers. */
    static List<String> elements(AttributeValue set) {
        return switch (set.type()) {
            case SS -> set.ss();
            case NS -> set.ns();
            default -> throw Errors.invalid(Errors.INCORRECT_TYPE);
        };
    }

    static boolean isOrdered(AttributeValue value) {
        return value.s() != null || value.n() != null || value.b() != null;
    }

    /** What orders a string, number or binary among others of its type: strings by their bytes in UTF-8. */
    static Comparable<?> order(AttributeValue value) {
        return switch (value.type()) {
            case S -> new String(value.s().getBytes(UTF_8), ISO_8859_1);
            case N -> number(value);
            case B -> new String(value.b().asByteArrayUnsafe(), ISO_8859_1);
            default -> throw Errors.invalid(Errors.INCORRECT_TYPE);
        };
    }

    /** Compares what {@link #order} returned for values of one type. */
    @SuppressWarnings("unchecked") // one type of value has one class
    static <T extends Comparable<T>> int compare(Comparable<?> left, Comparable<?> right) {
        return ((T) left).compareTo((T) right);
    }

    static int size(Map<String, AttributeValue> item) {
        int size = 0;
        for (Map.Entry<String, AttributeValue> attribute : item.entrySet()) {
            size += bytes(attribute.getKey()) + size(attribute.getValue());
        }
        return size;
    }

    /** The size of a value in normal form. */
    static int size(AttributeValue value) {
        return switch (value.type()) {
            case S -> bytes(value.s());
            case N -> size(number(value));
            case B -> value.b().asByteArrayUnsafe().length;
            case SS -> value.ss().stream().mapToInt(Values::bytes).sum();
            case NS ->
                value.ns().stream().mapToInt(number -> size(number(number))).sum();
            case L ->
                CONTAINER
                        + value.l().size()
                        + value.l().stream().mapToInt(Values::size).sum();
            case M -> CONTAINER + value.m().size() + size(value.m());
            case BOOL, NUL, BS, UNKNOWN_TO_SDK_VERSION -> 1;
        };
    }

    /** A byte for two decimal digits beside each other, one more for the exponent, and one for a minus. */
    private static int size(BigDecimal number) {
        if (number.signum() == 0) {
            return 1;
        }
        boolean isOdd = number.scale() % 2 != 0;
        BigInteger digits = isOdd ? number.unscaledValue().multiply(BigInteger.TEN) : number.unscaledValue();
        int sign = number.signum() < 0 ? 1 : 0;
        return (new BigDecimal(digits).precision() + 1) / 2 + 1 + sign;
    }

    static int bytes(String text) {
        return text.getBytes(UTF_8).length;
    }
}
