package io.feedmill.bench.streamframework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.feedmill.stack.load.StepFailure;
import org.junit.jupiter.api.Test;

class AnswersTest {

    @Test
    void readsWhatAFanOutTook() {
        String line = """
                {"expected": 2000, "delivered": 2000, "seconds": 0.5, "publisherCpuSeconds": 0.01, "workerCpuSeconds": 0.2,
                 "storeCpuSeconds": 0.03, "brokerCpuSeconds": 0.004}""";

        Published published = Answers.parse(line, Published.class);

        assertThat(published).isEqualTo(new Published(2000, 2000, 0.5, 0.2, 0.01, 0.03, 0.004));
        assertThat(published.deliveriesPerSecond()).isEqualTo(4000);
        assertThat(published.micros(published.workerCpuSeconds())).isCloseTo(100, within(1e-9));
    }

    @Test
    void lostIsWhatIsNeitherDeliveredNorHeld() {
        String line = "{\"expected\": 1000, \"atKill\": 480, \"delivered\": 700, \"held\": 250, \"queued\": 0}";

        assertThat(Answers.parse(line, Loss.class).lost()).isEqualTo(50);
    }

    @Test
    void readsThePagesInAnyOrder() {
        Latency pages =
                Answers.parse("{\"items\": 200, \"nanos\": [4000000, 1000000, 3000000, 2000000]}", Latency.class);

        assertThat(pages.itemsPerPage()).isEqualTo(50);
        assertThat(pages.millis(0)).isEqualTo(1);
        assertThat(pages.millis(0.5)).isEqualTo(2);
        assertThat(pages.millis(0.99)).isEqualTo(4);
    }

    @Test
    void anErrorOfTheDriverIsAFailure() {
        assertThatThrownBy(() -> Answers.parse("{\"error\": \"KeyError: 'x'\"}", Answers.Done.class))
                .isInstanceOf(StepFailure.class)
                .hasMessage("Stream-Framework failed: KeyError: 'x'");
    }

    @Test
    void anAnswerThatIsNoJsonIsAFailure() {
        assertThatThrownBy(() -> Answers.parse("Traceback", Answers.Done.class))
                .isInstanceOf(StepFailure.class)
                .hasMessageContaining("Traceback");
    }

    @Test
    void whatIsDoneNeedsNoWords() {
        assertThat(Answers.parse("{}", Answers.Done.class)).isEqualTo(new Answers.Done());
        assertThat(Answers.parse("{\"pids\": [1]}", Answers.Done.class)).isEqualTo(new Answers.Done());
    }
}
