package io.feedmill.emulators;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JavaCommandTest {

    /** A line on standard output would be taken for the child's. */
    @Test
    void noJvmWarnsOnStandardOutputThatAnotherHoldsItsFile() {
        JavaCommand command = new JavaCommand("one", List.of("-Xmx64m"), "a.jar", "Main", List.of("x"), Map.of());
        assertThat(command.toProcess().command())
                .containsSubsequence("-XX:+PerfDisableSharedMem", "-Xmx64m", "-cp", "Main", "x");
    }

    /** Maven runs the tests with the first compiler alone. */
    @Test
    void aChildIsCompiledUpToTheLevelOfThisProcess() {
        JavaCommand command = new JavaCommand("one", List.of(), "a.jar", "Main", List.of(), Map.of());
        assertThat(command.toProcess().command())
                .filteredOn(word -> word.startsWith("-XX:Tiered"))
                .isEqualTo(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .filter(argument -> argument.startsWith("-XX:Tiered"))
                        .toList());
    }
}
