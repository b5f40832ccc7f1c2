package io.feedmill.api.problem;

import io.feedmill.common.storage.StorageException;
import java.time.Duration;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** Ends a request with a problem. Has no stack trace: the client caused it, not the code that noticed it. */
public final class ProblemException extends ErrorResponseException {
    private static final int MAX_NAME = 64;

    /** Null: it refuses no call. */
    private final @Nullable ProblemType refusal;

    public ProblemException(ProblemType type, String detail) {
        this(type.problem(detail), null);
    }

    private ProblemException(ProblemDetail problem, @Nullable ProblemType refusal) {
        super(HttpStatusCode.valueOf(problem.getStatus()), problem, null);
        this.refusal = refusal;
    }

    public static ProblemException invalidBody(String detail) {
        return new ProblemException(ProblemType.INVALID_BODY, detail);
    }

    public static ProblemException invalidParameter(String detail) {
        return new ProblemException(ProblemType.INVALID_PARAMETER, detail);
    }

    /** Returns a client's name for something as a detail shows it: up to 64 printable ASCII characters. */
    public static String printable(String name) {
        return name.chars()
                .limit(MAX_NAME)
                .mapToObj(c -> c >= ' ' && c <= '~' ? Character.toString(c) : "?")
                .collect(Collectors.joining());
    }

    /** Returns the problem of a call that its caller may not make; the audit log gets it. */
    public static ProblemException refusal(ProblemType type, String detail) {
        return new ProblemException(type.problem(detail), type);
    }

    /** Returns the problem of a call that its caller may not make before this time has passed. */
    public static ProblemException refusal(ProblemType type, String detail, Duration time) {
        return refusal(type, detail).retryAfter(time);
    }

    /** Returns why the caller may not make the call; null if another problem ended it. */
    public @Nullable ProblemType refusal() {
        return refusal;
    }

    /** Returns a temporary problem, which tells the client to retry after a second. */
    public static ProblemException retryable(ProblemType type, String detail) {
        return retryable(type, detail, Duration.ofSeconds(1));
    }

    /** Returns a temporary problem, which tells the client to retry after this time, in whole seconds and at least one. */
    public static ProblemException retryable(ProblemType type, String detail, Duration time) {
        return new ProblemException(type, detail).retryAfter(time);
    }

    private ProblemException retryAfter(Duration time) {
        long seconds = Math.max(1, time.plus(Duration.ofNanos(999_999_999)).toSeconds());
        getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
        return this;
    }

    /** Returns the problem that a client sees for a failure of the storage. */
    public static ProblemException of(StorageException failure) {
        return switch (failure.kind()) {
            case THROTTLED -> retryable(ProblemType.STORAGE_THROTTLED, "The write capacity is used up; retry later.");
            case TRANSIENT -> unavailable("The storage did not answer in time");
            case REJECTED -> unavailable("The storage does not answer, or too many calls wait for it");
            case FORBIDDEN -> unavailable("The storage refuses this service");
            case PERMANENT -> ofStatus(ProblemType.INTERNAL_ERROR.status());
        };
    }

    public static ProblemException ofWrongClock() {
        return unavailable("The clock of this service is wrong");
    }

    /** Returns the problem of an item that only a newer version can read: during a deployment, another instance may be of that version. */
    static ProblemException ofNewerVersion() {
        return unavailable("A newer version of the service has written this");
    }

    private static ProblemException unavailable(String reason) {
        return retryable(ProblemType.STORAGE_UNAVAILABLE, reason + "; retry later.");
    }

    static ProblemException ofStatus(int status) {
        return new ProblemException(ProblemType.problemOfStatus(status), null);
    }

    @Override
    public String getMessage() {
        return String.valueOf(getBody().getDetail());
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
