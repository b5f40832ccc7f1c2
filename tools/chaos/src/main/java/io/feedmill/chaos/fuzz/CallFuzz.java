package io.feedmill.chaos.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.feedmill.chaos.fuzz.RawHttp.Answer;
import io.feedmill.chaos.fuzz.RawHttp.Exchange;
import io.feedmill.client.Post;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.Table;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sends requests to an API and checks every answer. */
public record CallFuzz(URI api, long seed, Fixtures fixtures, Screen screen) {
    private static final int AT_ONCE = 12;
    /** Of an answer. Longer than any wait of the API: on a machine that is shared by several stacks, an import takes ten seconds. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final Pattern VIEWED = Pattern.compile("/v1/posts/(\\w{22})/views");
    private static final JsonMapper JSON = JsonMapper.shared();

    /** A view that the API accepted. */
    public record AcceptedView(String post, String viewer) {}

    /**
     * The result of a case.
     *
     * @param accepted the posts that the answers contain, also repeated ones
     * @param view the view that was accepted
     */
    public record Result(
            ApiCall call,
            List<Integer> statuses,
            Duration took,
            List<String> findings,
            List<Post> accepted,
            Optional<AcceptedView> view) {

        /** Whether it may have published a post that no answer names. */
        public boolean mayHavePublished() {
            return call == ApiCall.PUBLISH && (statuses.isEmpty() || statuses.contains(503));
        }

        private boolean has(int hundreds) {
            return statuses.stream().anyMatch(status -> status / 100 == hundreds);
        }
    }

    /** Sends the cases of these numbers, several at once. */
    public List<Result> run(List<Integer> numbers) {
        RawHttp http = new RawHttp(api, LIMIT);
        return screen.each("calls", AT_ONCE, numbers, number -> result(http, HttpCase.of(seed, number, fixtures)));
    }

    private Result result(RawHttp http, HttpCase request) {
        try {
            Exchange exchange = http.send(request.sent(), request.isHead());
            List<String> findings = AnswerCheck.findings(request, exchange, LIMIT).stream()
                    .map(finding -> described(request, finding))
                    .toList();
            return new Result(
                    request.call(),
                    exchange.answers().stream().map(Answer::status).toList(),
                    exchange.took(),
                    findings,
                    exchange.answers().stream().flatMap(CallFuzz::post).toList(),
                    view(request, exchange));
        } catch (IOException | RuntimeException e) {
            List<String> findings = List.of(described(request, e.toString()));
            return new Result(request.call(), List.of(), LIMIT, findings, List.of(), Optional.empty());
        }
    }

    private String described(HttpCase request, String finding) {
        return "Call %d of seed %d (%s, %s): %s. It was: %s"
                .formatted(
                        request.number(),
                        seed,
                        request.call(),
                        String.join(" and ", request.mutations()),
                        finding,
                        request.shown());
    }

    private static Stream<Post> post(Answer answer) {
        if (answer.status() != 201) {
            return Stream.empty();
        }
        JsonNode body = JSON.readTree(answer.body());
        return body.has("author") ? Stream.of(JSON.treeToValue(body, Post.class)) : Stream.empty();
    }

    private static Optional<AcceptedView> view(HttpCase request, Exchange exchange) {
        Matcher viewed = VIEWED.matcher(request.target());
        boolean accepted = exchange.answers().stream()
                .anyMatch(answer -> answer.status() == 202 && answer.body().isEmpty());
        if (!accepted || !viewed.find()) {
            return Optional.empty();
        }
        try {
            String viewer = JSON.readTree(request.body().getBytes(ISO_8859_1))
                    .path("viewer")
                    .asString("");
            return Optional.of(new AcceptedView(viewed.group(1), viewer));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** Returns a row for each call, and one for all. */
    public static Table table(List<Result> results) {
        Table table = new Table("call", "cases", "2xx", "3xx", "4xx", "5xx", "closed", "slowest");
        for (ApiCall call : ApiCall.values()) {
            row(
                    table,
                    call.title(),
                    results.stream().filter(result -> result.call() == call).toList());
        }
        row(table, "all", results);
        return table;
    }

    private static void row(Table table, String title, List<Result> results) {
        Duration slowest = results.stream()
                .map(Result::took)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        table.row(
                title,
                results.size(),
                count(results, result -> result.has(2)),
                count(results, result -> result.has(3)),
                count(results, result -> result.has(4)),
                count(results, result -> result.has(5)),
                count(results, result -> result.statuses().isEmpty()),
                "%.1f s".formatted(slowest.toMillis() / 1_000.0));
    }

    private static long count(List<Result> results, Predicate<Result> which) {
        return results.stream().filter(which).count();
    }
}
