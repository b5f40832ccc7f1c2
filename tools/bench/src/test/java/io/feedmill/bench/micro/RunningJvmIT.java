package io.feedmill.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RunningJvmIT {
    private static final long MIB = 1 << 20;

    private Process process;

    @BeforeEach
    void start() throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xms256m",
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        "target/test-classes",
                        Allocator.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        answer();
    }

    @AfterEach
    void stop() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Test
    void seesWhatVirtualThreadsAllocateAndWhatIsHeld() throws IOException {
        try (RunningJvm jvm = RunningJvm.attach(process.pid())) {
            long before = jvm.allocatedBytes();
            for (int i = 0; i < 5; i++) {
                process.getOutputStream().write(1);
                process.getOutputStream().flush();
                answer();
            }
            assertThat(jvm.allocatedBytes() - before).isBetween(40 * MIB, 48 * MIB);
            assertThat(jvm.heap().getUsed()).as("nothing is collected yet").isGreaterThan(40 * MIB);
            assertThat(jvm.liveHeap()).isBetween(8 * MIB, 24 * MIB);
        }
    }

    private void answer() throws IOException {
        assertThat(process.getInputStream().read()).isNotNegative();
    }
}
