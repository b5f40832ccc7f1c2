package io.feedmill.worker.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import software.amazon.awssdk.core.exception.SdkClientException;

@ExtendWith(OutputCaptureExtension.class)
class FailureLogTest {
    private final FailureLog failures = new FailureLog(
            LoggerFactory.getLogger(FailureLogTest.class), "publish", "Cannot poll queue", "Queue polled again");

    private static List<String> lines(CapturedOutput output) {
        return output.getOut()
                .lines()
                .filter(line -> line.contains("queue=\"publish\""))
                .toList();
    }

    @Test
    void logsTheFirstFailureAndTheRecovery(CapturedOutput output) {
        for (int i = 0; i < 5; i++) {
            failures.failed(new IllegalStateException("closed"));
        }
        failures.succeeded();
        failures.succeeded();
        failures.failed(new StorageException(Kind.TRANSIENT, "Timeout"));
        assertThat(lines(output))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .contains("WARN", "IllegalStateException", "closed", "Cannot poll queue"),
                        line -> assertThat(line).contains("INFO", "Queue polled again"),
                        line -> assertThat(line).contains("WARN", "Timeout", "Cannot poll queue"));
    }

    @Test
    void logsNoSuccessWithoutAFailure(CapturedOutput output) {
        failures.succeeded();
        assertThat(lines(output)).isEmpty();
    }

    @Test
    void theReasonIsTheCause(CapturedOutput output) {
        SdkClientException refused = SdkClientException.create("connection refused");
        failures.failed(new CompletionException(refused));
        failures.succeeded();
        failures.failed(new StorageException(Kind.TRANSIENT, "SdkClientException", refused));
        assertThat(lines(output).stream().filter(line -> line.contains("Cannot poll queue")))
                .hasSize(2)
                .allSatisfy(line ->
                        assertThat(line).contains("reason=\"SdkClientException\"", "detail=\"connection refused\""));
    }
}
