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
    private final FailureLog trouble = new FailureLog(LoggerFactory.getLogger(FailureLogTest.class), "Polling publish");

    private static List<String> lines(CapturedOutput output) {
        return output.getOut()
                .lines()
                .filter(line -> line.contains("Polling publish"))
                .toList();
    }

    @Test
    void whatFailsAndWorksAgainTakesALineEach(CapturedOutput output) {
        for (int i = 0; i < 5; i++) {
            trouble.failed(new IllegalStateException("closed"));
        }
        trouble.succeeded();
        trouble.succeeded();
        trouble.failed(new StorageException(Kind.TRANSIENT, "Timeout"));
        assertThat(lines(output))
                .satisfiesExactly(
                        line -> assertThat(line).contains("WARN", "IllegalStateException", "closed", "fails"),
                        line -> assertThat(line).contains("INFO", "works again"),
                        line -> assertThat(line).contains("WARN", "Timeout", "fails"));
    }

    @Test
    void whatWorksTakesNone(CapturedOutput output) {
        trouble.succeeded();
        assertThat(lines(output)).isEmpty();
    }

    @Test
    void theReasonIsWhatLiesBeneath(CapturedOutput output) {
        SdkClientException refused = SdkClientException.create("connection refused");
        trouble.failed(new CompletionException(refused));
        trouble.succeeded();
        trouble.failed(new StorageException(Kind.TRANSIENT, "SdkClientException", refused));
        assertThat(lines(output).stream().filter(line -> line.contains("fails")))
                .hasSize(2)
                .allSatisfy(line ->
                        assertThat(line).contains("reason=\"SdkClientException\"", "detail=\"connection refused\""));
    }
}
