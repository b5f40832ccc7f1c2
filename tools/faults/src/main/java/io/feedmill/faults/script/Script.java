package io.feedmill.faults.script;

import java.util.List;

/** The faults that a proxy injects, drawn by the seed. Every matching rule draws. The key attribute is the partition key, for {@link Fault.PartitionCapacity}. */
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
