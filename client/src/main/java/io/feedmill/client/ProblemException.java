package io.feedmill.client;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A call failed: its answer is a problem (RFC 9457, {@code docs/problems.md}) or unreadable, or there is none. The message is a sentence. */
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final String NO_TYPE = "about:blank";

    private final String type;
    private final int status;
    private final String detail;

    private ProblemException(String message, String type, int status, String detail, @Nullable Throwable cause) {
        super(message, cause);
        this.type = type;
        this.status = status;
        this.detail = detail;
    }

    static ProblemException of(HttpResponse<String> answer) {
        String type = NO_TYPE;
        String detail = answer.body().lines().findFirst().orElse("");
        try {
            JsonNode problem = Transport.JSON.readTree(answer.body());
            type = problem.path("type").asString(type);
            detail = problem.path("detail").asString(detail);
        } catch (JacksonException e) {
            // The body is no problem document.
        }
        if (type.endsWith("/not-found") && answer.uri().getPath().contains("/v1/admin/")) {
            detail += " Admin calls need feedmill.admin.enabled=true there.";
        }
        return of(answer, type, detail);
    }

    static ProblemException of(HttpResponse<?> answer, String type, String detail) {
        int status = answer.statusCode();
        String message = "%s answered %d: %s".formatted(call(answer.request()), status, detail);
        return new ProblemException(message, type, status, detail, null);
    }

    /** A call that ended otherwise: without an answer, of status 0, or with another than expected. */
    static ProblemException failed(HttpRequest request, int status, String end, Exception cause) {
        String message = call(request) + end;
        return new ProblemException(message, NO_TYPE, status, message, cause);
    }

    private static String call(HttpRequest request) {
        return request.method() + " " + request.uri();
    }

    /** Returns the URI that tells problems apart; {@code about:blank} if there is none. */
    public String type() {
        return type;
    }

    /** Returns whether the type ends in this name, as {@code post-gone}. */
    public boolean is(String name) {
        return type.endsWith("/" + name);
    }

    /** Returns the status of the answer; 0: there is none. */
    public int status() {
        return status;
    }

    public String detail() {
        return detail;
    }

    /** Returns whether the same call may succeed later. But for status 429 the failed one may have had its effect. */
    public boolean isTemporary() {
        return status == 0 ? getCause() instanceof IOException : status == 429 || status / 100 == 5;
    }
}
