package io.feedmill.common.key;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A property that is tried with the random values of each seed; the seed is in the name of the test that fails. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "seed {0}")
@ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34})
public @interface Seeded {
    int TRIES = 500;
}
