package io.feedmill.common.schema;

import java.util.List;
import java.util.Set;

/** A table or queue of an account, as it is and as it is defined. */
public sealed interface Resource permits TableResource, QueueResource {

    /** The name with the prefix. */
    String name();

    /** Returns how it differs from its definition; one difference if it does not exist. */
    List<SchemaDifference> differences();

    /** The settings that cannot be changed, or whose change could lose something: a resource with others is left as it is. */
    Set<String> fixed();

    /** Whether {@link #set} sets the setting. */
    boolean sets(SchemaDifference difference);

    void create();

    /** Sets what it can set as it is defined. */
    void set();
}
