package io.feedmill.stack.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.feedmill.client.AdminClient.ImportResult;
import io.feedmill.client.AdminClient.ImportResult.Rejected;
import io.feedmill.client.FeedmillClient;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class RunStepsTest {

    private final FollowGraph graph = new GraphGenerator(6_000, 5_000, 1.0, 1).generate();
    private final HttpServer api = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    /** The lines of each call. */
    private final List<List<String>> imports = new ArrayList<>();

    private String refused = "nobody";

    RunStepsTest() throws IOException {
        api.createContext("/v1/follows:import", this::take);
        api.start();
    }

    @AfterEach
    void stop() {
        api.stop(0);
    }

    private void take(HttpExchange call) throws IOException {
        List<String> lines =
                new String(call.getRequestBody().readAllBytes(), UTF_8).lines().toList();
        imports.add(lines);
        List<Rejected> rejected = lines.stream()
                .filter(line -> line.endsWith(" " + refused))
                .map(line -> new Rejected(1, "refused"))
                .toList();
        byte[] answer = JsonMapper.shared()
                .writeValueAsBytes(
                        new ImportResult(lines.size() - rejected.size(), rejected.size(), rejected, Map.of()));
        call.sendResponseHeaders(200, answer.length);
        call.getResponseBody().write(answer);
        call.close();
    }

    @Test
    void sendsEveryFollowOnceInSeveralCalls() {
        run();
        List<String> lines = imports.stream().flatMap(List::stream).toList();
        assertThat(lines).hasSize(Math.toIntExact(graph.follows())).doesNotHaveDuplicates();
        assertThat(imports)
                .hasSizeGreaterThan(5)
                .allSatisfy(call -> assertThat(call).hasSizeLessThan(3_000));
    }

    @Test
    void endsAtTheTotal() {
        run();
        String total = "%,d".formatted(graph.follows());
        assertThat(output.toString(UTF_8)).endsWith("import: %s of %s (100%%)%n".formatted(total, total));
    }

    @Test
    void failsWithTheFirstLinesThatWereRefused() {
        refused = "user-00001";
        assertThatExceptionOfType(StepFailure.class)
                .isThrownBy(() -> run())
                .withMessageMatching(
                        "An import took [0-9,]+ of [0-9,]+ follows and rejected [0-9,]+, first: .*refused.*");
    }

    private void run() {
        URI url = URI.create("http://127.0.0.1:" + api.getAddress().getPort());
        FeedmillClient client = FeedmillClient.of(url, () -> "token", RunSteps.PATIENT);
        new RunSteps(client, Screen.plain(new PrintStream(output, true, UTF_8))).importGraph(graph);
    }
}
