package io.feedmill.api.problem;

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
            case HttpMessageNotReadableException e -> UnreadableBody.problem(e);
            case ErrorResponse e ->
                Problem.ofStatus(e.getStatusCode().value()).with(single(e.getHeaders()));
            case TypeMismatchException _ -> Problem.ofStatus(400);
            default -> Problem.ofStatus(500);
        };
    }

    private static Map<String, String> single(HttpHeaders headers) {
        return headers.headerSet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, header -> String.join(", ", header.getValue())));
    }
}
