package io.feedmill.faults.script;

import java.util.List;

/**
 * The faults that a proxy injects. The same script and the same requests in the same order have the same faults.
 *
 * @param seed of all random draws
 * @param keyAttribute the name of the tables' partition key, for {@link Fault.PartitionCapacity}
 * @param rules every matching rule draws; the first one that ends a request does so
 */
public record Script(long seed, String keyAttribute, List<Rule> rules) {
    /** Forwards everything. */
    public static final Script NONE = of(0);

    public Script {
        Rule.require(!keyAttribute.isBlank(), "\"keyAttribute\" must not be empty");
        rules = List.copyOf(rules);
    }

    /** Rules for tables whose partition key is {@code pk}. */
    public static Script of(long seed, Rule... rules) {
        return new Script(seed, "pk", List.of(rules));
    }
}
