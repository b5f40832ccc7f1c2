package io.feedmill.api.follow;

import io.feedmill.api.http.BodyLimitFilter;
import io.feedmill.api.http.LimitedInputStream;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Scope;
import io.feedmill.common.time.ProcessTime;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class ImportController {
    private static final Set<Charset> CHARSETS = Set.of(StandardCharsets.UTF_8, StandardCharsets.US_ASCII);

    /** How long an import waits for its client, all reads together: a million lines at 1 Mbit/s. Time of the store does not count. */
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    private final FollowImport imports;
    private final Semaphore permits;
    private final ProcessTime time;

    ImportController(FollowImport imports, ImportSettings settings, ProcessTime time) {
        this.imports = imports;
        this.time = time;
        this.permits = new Semaphore(settings.concurrent());
    }

    @PostMapping(
            path = BodyLimitFilter.STREAMED_PATH,
            consumes = MediaType.TEXT_PLAIN_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    @Access(scope = Scope.IMPORT, owner = Access.ALL)
    FollowImport.ImportResponse importFollows(@RequestHeader("Content-Type") MediaType type, HttpServletRequest request)
            throws IOException {
        requireUtf8(type.getCharset());
        if (!permits.tryAcquire()) {
            throw ProblemException.retryable(
                    ProblemType.TOO_MANY_IMPORTS, "Too many imports are in progress; retry when one has ended.");
        }
        try {
            return imports.run(
                    new LimitedInputStream(request.getInputStream(), Long.MAX_VALUE, TIMEOUT, time, () -> {}));
        } finally {
            permits.release();
        }
    }

    private static void requireUtf8(@Nullable Charset charset) {
        if (charset != null && !CHARSETS.contains(charset)) {
            throw new ProblemException(ProblemType.UNSUPPORTED_MEDIA_TYPE, "Send the lines as text/plain in UTF-8.");
        }
    }
}
