package io.feedmill.api.http;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.problem.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Refuses bodies over the limit: by their Content-Length, or while they are read if they have none. */
@Component
public final class BodyLimitFilter extends OncePerRequestFilter {
    /** The call whose body has no limit, because it is streamed and never in memory. */
    public static final String STREAMED_PATH = "/v1/follows:import";

    private final long limit;

    BodyLimitFilter(HttpSettings settings) {
        this.limit = settings.bodyLimit().toBytes();
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().equals(STREAMED_PATH);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getContentLengthLong() > limit) {
            ProblemWriter.write(tooLarge(limit).getBody(), request, response);
        } else {
            chain.doFilter(new LimitedRequest(request, limit), response);
        }
    }

    private static ProblemException tooLarge(long limit) {
        return new ProblemException(
                ProblemType.BODY_TOO_LARGE, "The body is too large: send at most " + limit + " bytes.");
    }

    private static final class LimitedRequest extends HttpServletRequestWrapper {
        private final long limit;
        private @Nullable ServletInputStream body;

        LimitedRequest(HttpServletRequest request, long limit) {
            super(request);
            this.limit = limit;
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            if (body == null) {
                body = new LimitedInputStream(super.getInputStream(), limit);
            }
            return body;
        }

        @Override
        public BufferedReader getReader() throws IOException {
            String encoding = getCharacterEncoding();
            Charset charset = encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding);
            return new BufferedReader(new InputStreamReader(getInputStream(), charset));
        }
    }

    /** Passes on {@code limit} bytes; the next one ends the request. */
    private static final class LimitedInputStream extends ServletInputStream {
        private final ServletInputStream body;
        private final long limit;
        private long read;

        LimitedInputStream(ServletInputStream body, long limit) {
            this.body = body;
            this.limit = limit;
        }

        @Override
        public int read() throws IOException {
            int next = body.read();
            count(next < 0 ? 0 : 1);
            return next;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int count = body.read(target, offset, length);
            count(Math.max(0, count));
            return count;
        }

        private void count(int more) {
            read += more;
            if (read > limit) {
                throw tooLarge(limit);
            }
        }

        @Override
        public boolean isFinished() {
            return body.isFinished();
        }

        @Override
        public boolean isReady() {
            return body.isReady();
        }

        @Override
        public void setReadListener(ReadListener listener) {
            body.setReadListener(listener);
        }
    }
}
