package io.feedmill.api.problem;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.feedmill.common.key.LowerCaseName;
import java.net.URI;
import org.springframework.http.ProblemDetail;

/** The kinds of problems, see {@code docs/problems.md}. Clients tell them apart by {@link #uri()}: neither it nor its meaning changes. */
public enum ProblemType implements LowerCaseName {
    /** Refused by the servlet container before a handler sees the request, or a body that breaks off. */
    MALFORMED_REQUEST(400, "Malformed request"),
    MALFORMED_JSON(400, "Malformed JSON"),
    /** Well-formed JSON with an unknown, missing, null or wrongly typed field, or with an invalid value. */
    INVALID_BODY(400, "Invalid body"),
    INVALID_TEXT(400, "Invalid text"),
    INVALID_USER(400, "Invalid user id"),
    INVALID_REACTION(400, "Invalid reaction kind"),
    INVALID_PLACE(400, "Invalid place"),
    INVALID_PARAMETER(400, "Invalid query parameter"),
    /** A service changes what is stored, and does not say for whom. */
    VIEWER_REQUIRED(400, "Viewer required"),
    INVALID_CURSOR(400, "Invalid cursor"),
    INVALID_IDEMPOTENCY_KEY(400, "Invalid idempotency key"),
    UNAUTHENTICATED(401, "Unauthenticated"),
    /** A call that the token's scopes do not permit, or that names another user. */
    INSUFFICIENT_SCOPE(403, "Insufficient scope"),
    /** A call of a suspended user, or for one. */
    SUSPENDED(403, "Suspended user"),
    /** A follow between users of whom one blocks the other. */
    BLOCKED(403, "Blocked"),
    /** A request of a page of another site. */
    ORIGIN_NOT_ALLOWED(403, "Origin not allowed"),
    NOT_FOUND(404, "Resource not found"),
    FOLLOW_NOT_FOUND(404, "Follow not found"),
    /** A follow that its author has neither accepted nor refused. */
    FOLLOW_REQUESTED(404, "Follow requested"),
    FOLLOW_REQUEST_NOT_FOUND(404, "Follow request not found"),
    POST_NOT_FOUND(404, "Post not found"),
    ANNOUNCEMENT_NOT_FOUND(404, "Announcement not found"),
    ON_READ_AUTHOR_NOT_FOUND(404, "Author on read not found"),
    REPORT_NOT_FOUND(404, "Report not found"),
    QUEUE_NOT_FOUND(404, "Queue not found"),
    TABLE_NOT_FOUND(404, "Table not found"),
    MESSAGE_NOT_FOUND(404, "Message not found"),
    NOTIFICATION_NOT_FOUND(404, "Notification not found"),
    VERSION_NOT_FOUND(404, "Version not found"),
    JOB_NOT_FOUND(404, "Job not found"),
    REBUILD_NOT_FOUND(404, "Rebuild not found"),
    METHOD_NOT_ALLOWED(405, "Method not allowed"),
    NOT_ACCEPTABLE(406, "No acceptable media type"),
    /** Also answered by the servlet container, which waits a limited time for each read. */
    BODY_TIMEOUT(408, "Body timeout"),
    POST_GONE(410, "Post gone"),
    VERSION_STALE(412, "Stale version"),
    BODY_TOO_LARGE(413, "Body too large"),
    UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type"),
    SELF_FOLLOW(422, "Self-follow"),
    SELF_MUTE(422, "Self-mute"),
    SELF_BLOCK(422, "Self-block"),
    TOO_MANY_FOLLOWS(422, "Too many follows"),
    TOO_MANY_FOLLOW_REQUESTS(422, "Too many follow requests"),
    TOO_MANY_MUTES(422, "Too many mutes"),
    TOO_MANY_BLOCKS(422, "Too many blocks"),
    TOO_MANY_VERSIONS(422, "Too many versions"),
    ON_READ_LIST_FULL(422, "List of authors on read full"),
    IDEMPOTENCY_KEY_REUSED(422, "Reused idempotency key"),
    PRECONDITION_REQUIRED(428, "Precondition required"),
    TOO_MANY_CALLS(429, "Too many calls"),
    TOO_MANY_IN_PROGRESS(429, "Too many requests in progress"),
    TOO_MANY_STREAMS(429, "Too many streams"),
    TOO_MANY_CHANGES(429, "Too many changes"),
    TOO_MANY_IMPORTS(429, "Too many imports"),
    REBUILT_RECENTLY(429, "Rebuilt recently"),
    /** Any other 4xx or 5xx status of the servlet container; the problem has the actual status. */
    REFUSED(400, "Request refused"),
    INTERNAL_ERROR(500, "Internal error"),
    /** What answers is not the issuer of the settings, or has no usable keys. */
    ISSUER_INVALID(503, "Invalid issuer"),
    ISSUER_UNAVAILABLE(503, "Issuer unavailable"),
    TOO_BUSY(503, "Too busy"),
    STORAGE_THROTTLED(503, "Storage throttled"),
    STORAGE_UNAVAILABLE(503, "Storage unavailable"),
    IMPORT_INTERRUPTED(503, "Import interrupted");

    /** A problem whose JSON has the order of RFC 9457. */
    @JsonPropertyOrder({"type", "title", "status", "detail", "instance"})
    private static final class OrderedProblem extends ProblemDetail {
        OrderedProblem(int status) {
            super(status);
        }
    }

    private static final String BASE = "https://feedmill.io/problems/";

    private final URI uri = URI.create(BASE + value());
    private final int status;
    private final String title;

    ProblemType(int status, String title) {
        this.status = status;
        this.title = title;
    }

    public URI uri() {
        return uri;
    }

    public int status() {
        return status;
    }

    /** Returns a problem of this type; the detail is one sentence that shows neither posts' texts nor internals. */
    public ProblemDetail problem(String detail) {
        return problem(status, detail);
    }

    private ProblemDetail problem(int actualStatus, String detail) {
        ProblemDetail problem = new OrderedProblem(actualStatus);
        problem.setType(uri());
        problem.setTitle(title);
        problem.setDetail(detail);
        return problem;
    }

    /** Returns the problem for a status that Spring MVC or the servlet container chose. */
    public static ProblemDetail problemOfStatus(int status) {
        return switch (status) {
            case 400 -> MALFORMED_REQUEST.problem("The request is malformed; correct its path, headers or body.");
            case 404 -> NOT_FOUND.problem("Nothing exists at this path; check its spelling.");
            case 405 -> METHOD_NOT_ALLOWED.problem("Use one of the methods in the header Allow.");
            case 406 ->
                NOT_ACCEPTABLE.problem("Send an 'Accept' with the media type of the answer, or no such header.");
            case 408 -> BODY_TIMEOUT.problem("The request did not arrive in time; send it again, faster.");
            case 413 -> BODY_TOO_LARGE.problem("Send a smaller body.");
            case 415 -> UNSUPPORTED_MEDIA_TYPE.problem("Send the Content-Type that this call takes.");
            default ->
                status < 500 || status == 501 || status == 505
                        ? REFUSED.problem(status, "The server does not support this request.")
                        : INTERNAL_ERROR.problem(
                                status, "An internal error occurred; the log of the API has its cause.");
        };
    }
}
