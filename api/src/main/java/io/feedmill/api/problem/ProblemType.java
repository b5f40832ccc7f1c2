package io.feedmill.api.problem;

import java.net.URI;

/**
 * Every kind of problem that this API answers with. Clients tell problems apart by {@link #uri()}: neither it nor its meaning changes.
 * The table of them is in {@code docs/problems.md}.
 */
public enum ProblemType {
    /** Refused by the servlet container before we see the request, or a body that breaks off. */
    MALFORMED_REQUEST("malformed-request", 400, "The request is not well-formed HTTP"),
    MALFORMED_JSON("malformed-json", 400, "The body is not well-formed JSON"),
    /** JSON, but not what this call takes: an unknown, missing, null or wrongly typed field, or one with a value that it cannot have. */
    INVALID_BODY("invalid-body", 400, "The body is not what this call takes"),
    INVALID_TEXT("invalid-text", 400, "The text is not one that can be posted"),
    INVALID_USER("invalid-user", 400, "The user id is not one"),
    INVALID_REACTION("invalid-reaction", 400, "The kind of reaction is not one"),
    INVALID_PLACE("invalid-place", 400, "The place is not one"),
    INVALID_PARAMETER("invalid-parameter", 400, "A query parameter has a value that it cannot have"),
    INVALID_CURSOR("invalid-cursor", 400, "The cursor is not one of this list"),
    INVALID_IDEMPOTENCY_KEY("invalid-idempotency-key", 400, "The idempotency key is not one"),
    NOT_FOUND("not-found", 404, "There is nothing at this path"),
    POST_NOT_FOUND("post-not-found", 404, "There is no such post"),
    ANNOUNCEMENT_NOT_FOUND("announcement-not-found", 404, "There is no such announcement"),
    REPORT_NOT_FOUND("report-not-found", 404, "There is no such report"),
    QUEUE_NOT_FOUND("queue-not-found", 404, "There is no such queue"),
    TABLE_NOT_FOUND("table-not-found", 404, "There is no such table"),
    METHOD_NOT_ALLOWED("method-not-allowed", 405, "The path does not take this method"),
    NOT_ACCEPTABLE("not-acceptable", 406, "The answer is not of a type that the client accepts"),
    BODY_TOO_LARGE("body-too-large", 413, "The body is too large"),
    UNSUPPORTED_MEDIA_TYPE("unsupported-media-type", 415, "The body is not of a media type that this call takes"),
    SELF_FOLLOW("self-follow", 422, "Nobody follows themselves"),
    IDEMPOTENCY_KEY_REUSED("idempotency-key-reused", 422, "The idempotency key belongs to another request"),
    /** Any other status by which a client is told that it is at fault; the problem has the actual one. */
    REFUSED("refused", 400, "The request is refused"),
    INTERNAL_ERROR("internal-error", 500, "Something went wrong here"),
    STORAGE_THROTTLED("storage-throttled", 503, "The storage takes no more requests for the moment"),
    STORAGE_UNAVAILABLE("storage-unavailable", 503, "The storage cannot be reached for the moment"),
    IMPORT_INTERRUPTED("import-interrupted", 503, "The import stopped midway");

    private static final String BASE = "https://feedmill.io/problems/";

    private final URI uri;
    private final int status;
    private final String title;

    ProblemType(String slug, int status, String title) {
        this.uri = URI.create(BASE + slug);
        this.status = status;
        this.title = title;
    }

    public URI uri() {
        return uri;
    }

    public int status() {
        return status;
    }

    public String title() {
        return title;
    }

    /** The type of an answer of which only the status is known: Spring MVC's or the container's. */
    static ProblemType ofStatus(int status) {
        return switch (status) {
            case 400 -> MALFORMED_REQUEST;
            case 404 -> NOT_FOUND;
            case 405 -> METHOD_NOT_ALLOWED;
            case 406 -> NOT_ACCEPTABLE;
            case 413 -> BODY_TOO_LARGE;
            case 415 -> UNSUPPORTED_MEDIA_TYPE;
            case 501, 505 -> REFUSED;
            default -> status < 500 ? REFUSED : INTERNAL_ERROR;
        };
    }
}
