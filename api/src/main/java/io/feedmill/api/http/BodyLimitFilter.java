package io.feedmill.api.http;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.problem.ProblemWriter;
import io.feedmill.common.time.ProcessTime;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Limits the size of bodies (by Content-Length, or while they are read), their time, and the number of those in memory at once. */
@Component
public final class BodyLimitFilter extends OncePerRequestFilter {
    /** The call whose body has no limit, because it is streamed and never in memory. */
    public static final String STREAMED_PATH = "/v1/follows:import";

    private final HttpSettings settings;
    private final long maxBytes;
    private final Semaphore bodies;
    private final ProcessTime time;

    BodyLimitFilter(HttpSettings settings, ApiMetrics metrics, ProcessTime time) {
        this.settings = settings;
        this.maxBytes = settings.bodyLimit().toBytes();
        this.time = time;
        this.bodies = new Semaphore(settings.concurrentBodies());
        metrics.gauge(
                "feedmill.http.bodies.in.progress",
                "Bodies that are being read",
                () -> settings.concurrentBodies() - bodies.availablePermits());
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        boolean hasBody = request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
        return !hasBody || request.getRequestURI().equals(STREAMED_PATH);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getContentLengthLong() > maxBytes) {
            ProblemWriter.write(LimitedInputStream.tooLarge(maxBytes), request, response);
        } else if (!bodies.tryAcquire()) {
            String detail = "Too many clients are sending bodies; retry later, and send the body at once.";
            ProblemWriter.write(ProblemException.retryable(ProblemType.TOO_BUSY, detail), request, response);
        } else {
            LimitedRequest limited = new LimitedRequest(request);
            try {
                chain.doFilter(limited, response);
            } finally {
                limited.release();
            }
        }
    }

    /** Holds a permit until its body has arrived. */
    private final class LimitedRequest extends HttpServletRequestWrapper {
        private @Nullable ServletInputStream body;
        private boolean released;

        LimitedRequest(HttpServletRequest request) {
            super(request);
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            if (body == null) {
                body = new LimitedInputStream(
                        super.getInputStream(), maxBytes, settings.bodyTimeout(), time, this::release);
            }
            return body;
        }

        void release() {
            if (!released) {
                released = true;
                bodies.release();
            }
        }
    }
}
