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
        log(problem, error, request);
        ProblemWriter.write(problem, request, response);
    }

    /** What passes by itself is a line each; what is our fault is to be found. */
    private static void log(Problem problem, Throwable error, HttpServletRequest request) {
        if (problem.status() == 503) {
            log.atWarn()
                    .addKeyValue("problem", problem.type())
                    .addKeyValue("path", request.getRequestURI())
                    .log("request refused for the moment");
        } else if (problem.status() >= 500) {
            log.atError()
                    .addKeyValue("problem", problem.type())
                    .addKeyValue("path", request.getRequestURI())
                    .setCause(error)
                    .log("request failed");
        }
    }
}
