package io.feedmill.testkit.memory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads the expressions of one request: those that Feedmill uses, with attributes of the top level. Not thread-safe. */
final class Expressions {
    private static final Pattern TOKEN = Pattern.compile("\\s*([#:]?\\w+|<=|>=|<>|[=<>(),])\\s*");
    private static final Map<String, List<String>> TOKENS = new ConcurrentHashMap<>();
    private static final String END = "end of the expression";

    private final Map<String, String> names;
    private final Map<String, AttributeValue> values = new HashMap<>();
    private final Set<String> used = new HashSet<>();
    private final Set<String> attributes = new HashSet<>();
    private List<String> tokens = List.of();
    private int at;

    /** The expressions of a request or of a part of one. */
    Expressions(SdkPojo request) {
        names = placeholders(request, "ExpressionAttributeNames");
        Map<String, AttributeValue> given = placeholders(request, "ExpressionAttributeValues");
        given.forEach((name, value) -> values.put(name, Values.normalized(value)));
    }

    @SuppressWarnings("unchecked") // the two fields have the same types in all requests
    private static <V> Map<String, V> placeholders(SdkPojo request, String field) {
        SdkField<?> placeholders = request.sdkFieldNameToField().get(field);
        Object value = placeholders == null ? null : placeholders.getValueOrDefault(request);
        if (value == null || value instanceof SdkAutoConstructMap) {
            return Map.of();
        }
        if (((Map<String, V>) value).isEmpty()) {
            throw Errors.invalid(field + " must not be empty");
        }
        return (Map<String, V>) value;
    }

    /** The new value of an attribute, made from the item before the update. */
    private record Action(String attribute, Function<Map<String, AttributeValue>, @Nullable AttributeValue> value) {}

    /** The changes of an update expression. */
    record Update(List<Action> actions) {
        boolean changes(String attribute) {
            return actions.stream().anyMatch(action -> action.attribute().equals(attribute));
        }

        Map<String, AttributeValue> apply(Map<String, AttributeValue> item) {
            Map<String, AttributeValue> result = new HashMap<>(item);
            for (Action action : actions) {
                AttributeValue value = action.value().apply(item);
                if (value == null) {
                    result.remove(action.attribute());
                } else {
                    result.put(action.attribute(), value);
                }
            }
            return result;
        }
    }

    /** A partition key, and sort keys between two values. */
    record KeyCondition(
            String partitionKey,
            AttributeValue partition,
            @Nullable Range range) {}

    record Range(String sortKey, AttributeValue first, AttributeValue last) {}

    @FunctionalInterface
    private interface Operand {
        @Nullable AttributeValue of(Map<String, AttributeValue> item);
    }

    /** Reads a condition or a filter; null: always true. */
    Predicate<Map<String, AttributeValue>> condition(@Nullable String text) {
        if (text == null) {
            return item -> true;
        }
        begin(text);
        Predicate<Map<String, AttributeValue>> condition = or();
        expect(END);
        return condition;
    }

    /** The attributes that conditions have named until now. */
    Set<String> attributes() {
        return attributes;
    }

    KeyCondition keyCondition(String text) {
        begin(text);
        String partitionKey = name();
        expect("=");
        AttributeValue partition = value();
        Range range = null;
        if (take("AND")) {
            String sortKey = name();
            expect("BETWEEN");
            AttributeValue first = value();
            expect("AND");
            AttributeValue last = value();
            checkBounds(first, last);
            range = new Range(sortKey, first, last);
        }
        expect(END);
        return new KeyCondition(partitionKey, partition, range);
    }

    /** Reads names of attributes; null: all. */
    UnaryOperator<Map<String, AttributeValue>> projection(@Nullable String text) {
        if (text == null) {
            return item -> item;
        }
        begin(text);
        Set<String> projected = new HashSet<>();
        do {
            unique(projected, name());
        } while (take(","));
        expect(END);
        return item -> {
            Map<String, AttributeValue> part = new HashMap<>(item);
            part.keySet().retainAll(projected);
            return part;
        };
    }

    /** Reads the changes of an update; null: none. */
    Update update(@Nullable String text) {
        List<Action> actions = new ArrayList<>();
        if (text == null) {
            return new Update(actions);
        }
        begin(text);
        Set<String> verbs = new HashSet<>();
        Set<String> changed = new HashSet<>();
        while (!take(END)) {
            String verb = keyword(next());
            if (!verbs.add(verb)) {
                throw invalid("The \"" + verb + "\" section can only be used once in an update expression");
            }
            do {
                String attribute = unique(changed, name());
                actions.add(new Action(attribute, action(verb, attribute)));
            } while (take(","));
        }
        return new Update(actions);
    }

    private Function<Map<String, AttributeValue>, @Nullable AttributeValue> action(String verb, String attribute) {
        return switch (verb) {
            case "SET" -> {
                expect("=");
                Function<Map<String, AttributeValue>, AttributeValue> value = assigned();
                yield item -> value.apply(item);
            }
            case "REMOVE" -> item -> null;
            case "ADD" -> {
                AttributeValue more =
                        operand(verb, AttributeValue.Type.N, AttributeValue.Type.SS, AttributeValue.Type.NS);
                yield item -> added(item.get(attribute), more);
            }
            case "DELETE" -> {
                AttributeValue less = operand(verb, AttributeValue.Type.SS, AttributeValue.Type.NS);
                yield item -> {
                    AttributeValue old = item.get(attribute);
                    return old == null ? null : Values.union(old, less, true);
                };
            }
            default -> throw unknown();
        };
    }

    private static @Nullable AttributeValue added(@Nullable AttributeValue old, AttributeValue more) {
        if (old == null) {
            return more;
        }
        return more.n() == null ? Values.union(old, more, false) : Values.sum(old, more);
    }

    private AttributeValue operand(String verb, AttributeValue.Type... types) {
        AttributeValue value = value();
        if (!List.of(types).contains(value.type())) {
            throw invalid("Incorrect operand type for operator or function; operator: " + verb + ", operand type: "
                    + value.type());
        }
        return value;
    }

    private Function<Map<String, AttributeValue>, AttributeValue> assigned() {
        if (isCall("if_not_exists")) {
            String attribute = name();
            expect(",");
            Function<Map<String, AttributeValue>, AttributeValue> otherwise = assigned();
            expect(")");
            return item -> {
                AttributeValue old = item.get(attribute);
                return old == null ? otherwise.apply(item) : old;
            };
        }
        Operand operand = operand();
        return item -> {
            AttributeValue value = operand.of(item);
            if (value == null) {
                throw Errors.invalid("The provided expression refers to an attribute that does not exist in the item");
            }
            return value;
        };
    }

    private Predicate<Map<String, AttributeValue>> or() {
        Predicate<Map<String, AttributeValue>> condition = and();
        while (take("OR")) {
            condition = condition.or(and());
        }
        return condition;
    }

    private Predicate<Map<String, AttributeValue>> and() {
        Predicate<Map<String, AttributeValue>> condition = term();
        while (take("AND")) {
            condition = condition.and(term());
        }
        return condition;
    }

    private Predicate<Map<String, AttributeValue>> term() {
        if (take("(")) {
            Predicate<Map<String, AttributeValue>> condition = or();
            expect(")");
            return condition;
        }
        if (isCall("attribute_exists")) {
            String attribute = lastName();
            return item -> item.containsKey(attribute);
        }
        if (isCall("attribute_not_exists")) {
            String attribute = lastName();
            return item -> !item.containsKey(attribute);
        }
        if (isCall("contains")) {
            return function(Expressions::contains);
        }
        return comparison(operand());
    }

    private Predicate<Map<String, AttributeValue>> function(BiPredicate<AttributeValue, AttributeValue> function) {
        Operand first = operand();
        expect(",");
        Operand second = operand();
        expect(")");
        return both(first, second, function);
    }

    private static boolean contains(AttributeValue whole, AttributeValue part) {
        return switch (whole.type()) {
            case S -> part.s() != null && whole.s().contains(part.s());
            case SS -> part.s() != null && whole.ss().contains(part.s());
            case NS -> part.n() != null && whole.ns().contains(part.n());
            case L -> whole.l().contains(part);
            default -> false;
        };
    }

    private Predicate<Map<String, AttributeValue>> comparison(Operand left) {
        String operator = keyword(next());
        return switch (operator) {
            case "=" -> both(left, operand(), AttributeValue::equals);
            case "<>" -> both(left, operand(), AttributeValue::equals).negate();
            case "<", "<=", ">", ">=" -> compared(left, operator, ordered());
            case "IN" -> {
                expect("(");
                Predicate<Map<String, AttributeValue>> any = both(left, operand(), AttributeValue::equals);
                while (take(",")) {
                    any = any.or(both(left, operand(), AttributeValue::equals));
                }
                expect(")");
                yield any;
            }
            default -> throw unknown();
        };
    }

    private Operand ordered() {
        if (!peek().startsWith(":")) {
            return operand();
        }
        AttributeValue value = value();
        if (!Values.isOrdered(value)) {
            throw invalid("Incorrect operand type for operator or function");
        }
        return item -> value;
    }

    private static void checkBounds(AttributeValue first, AttributeValue last) {
        if (first.type() != last.type()
                || !Values.isOrdered(first)
                || Values.compare(Values.order(first), Values.order(last)) > 0) {
            throw invalid("The BETWEEN operator requires upper bound to be greater than or equal to lower bound");
        }
    }

    /** No comparison of an absent attribute is true. */
    private static Predicate<Map<String, AttributeValue>> both(
            Operand left, Operand right, BiPredicate<AttributeValue, AttributeValue> comparison) {
        return item -> {
            AttributeValue first = left.of(item);
            AttributeValue second = right.of(item);
            return first != null && second != null && comparison.test(first, second);
        };
    }

    private static Predicate<Map<String, AttributeValue>> compared(Operand left, String operator, Operand right) {
        return both(left, right, (first, second) -> {
            if (first.type() != second.type() || !Values.isOrdered(first)) {
                return false;
            }
            int order = Values.compare(Values.order(first), Values.order(second));
            return switch (operator) {
                case "<" -> order < 0;
                case "<=" -> order <= 0;
                case ">" -> order > 0;
                default -> order >= 0;
            };
        });
    }

    private Operand operand() {
        if (peek().startsWith(":")) {
            AttributeValue value = value();
            return item -> value;
        }
        String attribute = name();
        return item -> item.get(attribute);
    }

    private AttributeValue value() {
        String placeholder = next();
        AttributeValue value = values.get(placeholder);
        if (!placeholder.startsWith(":")) {
            throw unknown();
        }
        if (value == null) {
            throw invalid(
                    "An expression attribute value used in expression is not defined; attribute value: " + placeholder);
        }
        used.add(placeholder);
        return value;
    }

    private String lastName() {
        String name = name();
        expect(")");
        return name;
    }

    private String name() {
        String token = next();
        String name = token.startsWith("#") ? names.get(token) : token;
        if (name == null) {
            throw invalid(
                    "An expression attribute name used in the document path is not defined; attribute name: " + token);
        }
        if (!Character.isLetter(token.charAt(0)) && !token.startsWith("#")) {
            throw unknown();
        }
        used.add(token);
        attributes.add(name);
        return name;
    }

    private String unique(Set<String> all, String name) {
        if (!all.add(name)) {
            throw invalid("Two document paths overlap with each other; must remove or rewrite one of these paths;"
                    + " path one: [" + name + "], path two: [" + name + "]");
        }
        return name;
    }

    private boolean isCall(String function) {
        if (!peek().equals(function)) {
            return false;
        }
        next();
        expect("(");
        return true;
    }

    private String peek() {
        return tokens.get(at);
    }

    private String next() {
        if (peek().equals(END)) {
            throw unknown();
        }
        return tokens.get(at++);
    }

    private boolean take(String token) {
        if (!keyword(peek()).equals(token)) {
            return false;
        }
        at++;
        return true;
    }

    private void expect(String token) {
        if (!take(token)) {
            throw unknown();
        }
    }

    private static String keyword(String token) {
        return token.equals(END) ? token : token.toUpperCase(Locale.ROOT);
    }

    private void begin(String text) {
        tokens = TOKENS.computeIfAbsent(text, Expressions::tokens);
        at = 0;
    }

    private static List<String> tokens(String text) {
        Matcher matcher = TOKEN.matcher(text);
        List<String> tokens = new ArrayList<>();
        int end = 0;
        while (matcher.find() && matcher.start() == end) {
            tokens.add(matcher.group(1));
            end = matcher.end();
        }
        if (end < text.length()) {
            throw Errors.unknown("expression: " + text);
        }
        tokens.add(END);
        return tokens;
    }

    private static RuntimeException invalid(String message) {
        return Errors.invalid("Invalid expression: " + message);
    }

    private AssertionError unknown() {
        return Errors.unknown("expression, at its token " + at + ": " + String.join(" ", tokens));
    }

    /** Refuses placeholders that no expression has used. */
    void end() {
        refuse("Names", names.keySet());
        refuse("Values", values.keySet());
    }

    private void refuse(String kind, Set<String> placeholders) {
        if (!used.containsAll(placeholders)) {
            Set<String> unused = new HashSet<>(placeholders);
            unused.removeAll(used);
            throw Errors.invalid("Value provided in ExpressionAttribute" + kind + " unused in expressions: keys: "
                    + unused.toString().replace('[', '{').replace(']', '}'));
        }
    }
}
