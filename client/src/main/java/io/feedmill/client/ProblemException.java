package io.feedmill.client;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A call failed: its answer is a problem (RFC 9457, {@code docs/problems.md}) or unreadable, or there is none. The message is a sentence. */
public final class ProblemException extends RuntimeException {
    static final String NO_TYPE = "about:blank";

    private final String type;
    private final int status;

    /** A call that ended at this request, as {@code end} says: without an answer, of status 0, or with another than expected. */
    ProblemException(HttpRequest request, int status, String type, String end, @Nullable Throwable cause) {
        super(request.method() + " " + request.uri() + end, cause);
        this.type = type;
        this.status = status;
    }

    static ProblemException of(HttpResponse<?> answer) {
        String body = String.valueOf(
                answer.body() instanceof Stream<?> one ? one.iterator().next() : answer.body());
        String detail = body.lines().findFirst().orElse("");
        try {
            JsonNode problem = Transport.JSON.readTree(body);
            return of(
                    answer,
                    problem.path("type").asString(NO_TYPE),
                    problem.path("detail").asString(detail));
        } catch (JacksonException e) {
            return of(answer, NO_TYPE, detail);
        }
    }

    static ProblemException of(HttpResponse<?> answer, String type, String detail) {
        boolean isAdmin = type.endsWith("/not-found") && answer.uri().getPath().contains("/v1/admin/");
        String hint = isAdmin ? " Admin calls need feedmill.admin.enabled=true there." : "";
        String end = " answered %d: %s%s".formatted(answer.statusCode(), detail, hint);
        return new ProblemException(answer.request(), answer.statusCode(), type, end, null);
    }

    /** Returns the URI that tells problems apart; {@code about:blank} if there is none. */
    public String type() {
        return type;
    }

    /** Returns whether the type ends in this name, as {@code post-gone}. */
    public boolean is(String name) {
        return type.endsWith("/" + name);
    }

    /** Returns the status of the answer; 0: none. */
    public int status() {
        return status;
    }

    /** Returns whether the same call may succeed later. But for status 429 the failed one may have had its effect. */
    public boolean isTemporary() {
        return status == 0 ? getCause() instanceof IOException : status == 429 || status / 100 == 5;
    }
}
