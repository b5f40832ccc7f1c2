package io.feedmill.bench.streamframework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.feedmill.stack.load.StepFailure;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class MessagesTest {

    @Test
    void aRequestNamesTheDriversMethodAndItsArguments() {
        assertEncodes(new Messages.Start("/a b", 2), "{'do': 'start', 'follows': '/a b', 'workers': 2}");
        assertEncodes(
                new Messages.Publish(List.of(7, 7), "x", 100),
                "{'do': 'publish', 'authors': [7, 7], 'text': 'x', 'chunk': 100}");
        assertEncodes(
                new Messages.Kill(List.of(7), "x", 100, 0.5),
                "{'do': 'kill', 'authors': [7], 'text': 'x', 'chunk': 100, 'after': 0.5}");
        assertEncodes(new Messages.Pages(List.of(1, 2), 50), "{'do': 'pages', 'users': [1, 2], 'limit': 50}");
    }

    @Test
    void aRequestIsOneLine() {
        assertThat(Messages.encode(new Messages.Publish(List.of(1), "two\nlines", 100)))
                .doesNotContain("\n");
    }

    @Test
    void decodesTheFiguresOfAFanOut() {
        StreamFramework.Published published = Messages.decode(
                "{\"delivered\": 2000, \"seconds\": 0.5, \"workerCpuSeconds\": 0.2, \"storeCpuSeconds\": 0.03}",
                StreamFramework.Published.class);

        assertThat(published).isEqualTo(new StreamFramework.Published(2000, 0.5, 0.2, 0.03));
        assertThat(published.deliveriesPerSecond()).isEqualTo(4000);
        assertThat(published.micros(published.workerCpuSeconds())).isCloseTo(100, within(1e-9));
    }

    @Test
    void lostIsNeitherDeliveredNorHeld() {
        String line = "{\"expected\": 1000, \"delivered\": 700, \"held\": 250, \"queued\": 0}";

        assertThat(Messages.decode(line, StreamFramework.Loss.class).lost()).isEqualTo(50);
    }

    @Test
    void decodesPages() {
        assertThat(Messages.decode("{\"items\": 100, \"nanos\": [4000000, 1000000]}", StreamFramework.Pages.class))
                .isEqualTo(new StreamFramework.Pages(100, List.of(4_000_000L, 1_000_000L)));
    }

    @Test
    void anErrorOfTheDriverIsAFailure() {
        assertThatThrownBy(() -> Messages.decode("{\"error\": \"KeyError: 'x'\"}", Messages.Started.class))
                .isInstanceOf(StepFailure.class)
                .hasMessage("Stream-Framework failed: KeyError: 'x'");
    }

    @Test
    void aResponseThatIsNotJsonIsAFailure() {
        assertThatThrownBy(() -> Messages.decode("Traceback", Messages.Started.class))
                .isInstanceOf(StepFailure.class)
                .hasMessageContaining("Traceback");
    }

    @Test
    void aStartHasNoFigures() {
        assertThat(Messages.decode("{}", Messages.Started.class)).isEqualTo(new Messages.Started());
    }

    private static void assertEncodes(Messages.Request request, String json) {
        JsonMapper mapper = JsonMapper.shared();
        assertThat(mapper.readTree(Messages.encode(request))).isEqualTo(mapper.readTree(json.replace('\'', '"')));
    }
}
