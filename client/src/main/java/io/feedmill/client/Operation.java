package io.feedmill.client;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The operation of the API that a method calls; the method's name is the operation's id. By their names, arguments become variables of the path, headers,
 * parameters of the query of a GET or DELETE, or fields of the body of a POST or PUT; {@code body} is the whole one. Null is left out.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Operation {
    /** The method and the path, as {@code PUT /v1/users/{user}/muted/{author}}. */
    String value();

    /** Whether a POST may be sent again, with the same idempotency key, after it perhaps had its effect. */
    boolean repeatable() default false;

    /** The field of the answer that is returned, null if it is absent; empty: all fields. */
    String field() default "";

    /** The number of seconds that the answer may take; 0: as the client says. */
    int seconds() default 0;
}
