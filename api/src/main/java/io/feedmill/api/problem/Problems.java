package io.feedmill.api.problem;

import io.feedmill.common.storage.StorageException;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;

/** The one place where exceptions become problems. */
final class Problems {
    private Problems() {}

    static Problem of(Throwable error) {
        return switch (error) {
            case ProblemException e -> e.problem();
            case StorageException e -> storage(e);
            case HttpMessageNotReadableException e -> UnreadableBody.problem(e);
            case BodyTooLargeException e -> e.problem();
            case IOException ignored ->
                Problem.of(ProblemType.MALFORMED_REQUEST, "The body cannot be read to its end.");
            case ErrorResponse e -> Problem.ofStatus(e.getStatusCode().value()).with(single(e.getHeaders()));
            case TypeMismatchException ignored -> Problem.ofStatus(400);
            default -> Problem.ofStatus(500);
        };
    }

    private static Problem storage(StorageException error) {
        return switch (error.kind()) {
            case THROTTLED -> Problem.retryable(ProblemType.STORAGE_THROTTLED, "Too much is written at the moment.");
            case TRANSIENT -> Problem.retryable(ProblemType.STORAGE_UNAVAILABLE, "The storage did not answer in time.");
            case PERMANENT -> Problem.ofStatus(500);
        };
    }

    private static Map<String, String> single(HttpHeaders headers) {
        return headers.headerSet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, header -> String.join(", ", header.getValue())));
    }
}
