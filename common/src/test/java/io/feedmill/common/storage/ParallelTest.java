package io.feedmill.common.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ParallelTest {
    /** Their hashes are those of their identity. */
    private final List<Object> keys = Stream.generate(Object::new).limit(50).toList();

    @Test
    void valuesHaveTheOrderOfTheKeys() {
        assertThat(Parallel.map(keys, keys::indexOf).keySet()).containsExactlyElementsOf(keys);
    }

    @Test
    void theFirstFailureInTheOrderOfTheKeysIsThrown() {
        assertThatThrownBy(() -> Parallel.map(keys, key -> {
                    throw new IllegalArgumentException("key " + keys.indexOf(key));
                }))
                .hasMessage("key 0");
    }
}
