package io.feedmill.worker.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.StorageException;
import io.feedmill.common.dynamo.StorageException.Kind;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import software.amazon.awssdk.core.exception.SdkClientException;

@ExtendWith(OutputCaptureExtension.class)
class TroubleTest {
    private final Trouble trouble = new Trouble(LoggerFactory.getLogger(TroubleTest.class), "Polling publish");

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
    void theReasonIsWhatAFutureFailedWith(CapturedOutput output) {
        trouble.failed(new CompletionException(SdkClientException.create("connection refused")));
        assertThat(lines(output))
                .singleElement()
                .asString()
                .contains("reason=\"SdkClientException\"", "detail=\"connection refused\"");
    }
}
