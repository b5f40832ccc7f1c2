package io.feedmill.chaos.fuzz;

import io.feedmill.chaos.fuzz.RawHttp.Answer;
import io.feedmill.chaos.fuzz.RawHttp.Exchange;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What holds for each answer, whatever the request was. */
public final class AnswerCheck {
    /** The problem types that {@code docs/problems.md} lists, but for {@code internal-error}. */
    static final Set<String> PROBLEMS = Set.copyOf(Texts.of("""
            unauthenticated
            insufficient-scope
            too-many-calls
            issuer-unavailable
            malformed-request
            malformed-json
            invalid-body
            invalid-text
            invalid-user
            invalid-reaction
            invalid-place
            invalid-parameter
            invalid-cursor
            invalid-idempotency-key
            viewer-required
            suspended
            blocked
            not-found
            follow-not-found
            follow-requested
            follow-request-not-found
            post-not-found
            announcement-not-found
            report-not-found
            queue-not-found
            table-not-found
            message-not-found
            version-not-found
            job-not-found
            rebuild-not-found
            method-not-allowed
            not-acceptable
            body-timeout
            post-gone
            version-stale
            body-too-large
            unsupported-media-type
            self-follow
            self-mute
            self-block
            too-many-follows
            too-many-follow-requests
            too-many-mutes
            too-many-blocks
            too-many-versions
            idempotency-key-reused
            precondition-required
            too-many-in-progress
            too-many-changes
            too-many-imports
            rebuilt-recently
            refused
            too-busy
            storage-throttled
            storage-unavailable
            import-interrupted
            """));

    private static final String BASE = "https://feedmill.io/problems/";
    private static final Set<Integer> SERVER_ERRORS = Set.of(501, 503, 505);
    private static final List<String> LEAKS = List.of("Exception", "io.feedmill.", "<html", "Tomcat", "\tat ");
    private static final JsonMapper JSON = JsonMapper.shared();

    private AnswerCheck() {}

    /** Returns a sentence for each thing that must not be. */
    public static List<String> findings(HttpCase request, Exchange exchange, Duration limit) {
        if (exchange.timedOut()) {
            return List.of("no answer within %d s".formatted(limit.toSeconds()));
        }
        if (exchange.answers().isEmpty()) {
            boolean mayBe = !request.mustAnswer() && (exchange.rest().isEmpty() || isOfHttp09(exchange.rest()));
            return mayBe ? List.of() : List.of("the connection was closed without an answer: " + exchange.rest());
        }
        return exchange.answers().stream()
                .flatMap(answer -> finding(request, answer).stream()
                        .map(finding -> "status %d: %s: %s".formatted(answer.status(), finding, shown(answer))))
                .toList();
    }

    /** Tomcat answers a request line with two words as HTTP/0.9 does: with the body alone. */
    private static boolean isOfHttp09(String answer) {
        return answer.startsWith("{\"type\":\"" + BASE);
    }

    private static Optional<String> finding(HttpCase request, Answer answer) {
        if (answer.status() >= 500 && !SERVER_ERRORS.contains(answer.status())) {
            return Optional.of("a server error");
        }
        boolean retryable = answer.status() == 503 || answer.status() == 429;
        if (retryable && !answer.header("retry-after").matches("[1-9][0-9]*")) {
            return Optional.of("without Retry-After");
        }
        if (answer.status() >= 400) {
            return problem(request, answer);
        }
        return json(answer) ? Optional.empty() : Optional.of("not JSON");
    }

    private static boolean json(Answer answer) {
        Stream<String> texts = switch (answer.header("content-type")) {
            case "application/json" -> Stream.of(answer.body());
            case "application/x-ndjson" -> answer.body().lines();
            default -> Stream.of("neither");
        };
        return answer.body().isEmpty() || texts.allMatch(AnswerCheck::isJson);
    }

    private static boolean isJson(String text) {
        try {
            JSON.readTree(text);
            return true;
        } catch (JacksonException e) {
            return false;
        }
    }

    private static Optional<String> problem(HttpCase request, Answer answer) {
        if (!answer.header("content-type").equals("application/problem+json")) {
            return Optional.of("no problem but '%s'".formatted(answer.header("content-type")));
        }
        if (request.isHead()) {
            return Optional.empty();
        }
        if (!isJson(answer.body())) {
            return Optional.of("a problem that is not JSON");
        }
        JsonNode problem = JSON.readTree(answer.body());
        String type = problem.path("type").asString("");
        boolean isKnown = type.startsWith(BASE) && PROBLEMS.contains(type.substring(BASE.length()));
        if (!isKnown || problem.path("status").asInt(0) != answer.status()) {
            return Optional.of("an unknown problem");
        }
        return LEAKS.stream().anyMatch(problem.path("detail").asString("")::contains)
                ? Optional.of("a problem that shows internals")
                : Optional.empty();
    }

    private static String shown(Answer answer) {
        return Shown.of(answer.body());
    }
}
