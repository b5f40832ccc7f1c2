package io.feedmill.api.problem;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers whatever a handler, or the search for one, throws. */
@RestControllerAdvice
final class ProblemAdvice {
    private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);

    @ExceptionHandler(Throwable.class)
    void answer(Throwable error, HttpServletRequest request, HttpServletResponse response) throws IOException {
        Problem problem = Problems.of(error);
        if (problem.status() >= 500) {
            log.atError()
                    .addKeyValue("problem", problem.type())
                    .addKeyValue("path", request.getRequestURI())
                    .setCause(error)
                    .log("request failed");
        }
        ProblemWriter.write(problem, request, response);
    }
}
