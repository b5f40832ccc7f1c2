package io.feedmill.common.key;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A property that is tested with random values of each seed. The name of a failed test has the seed. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "seed {0}")
@ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34})
public @interface Seeded {
    int TRIES = 500;
}
