package io.feedmill.api.http;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.time.ProcessTime;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;

/** A body that ends its request when it is too large, or when the client has kept it waiting for too long. Not thread-safe. */
public final class LimitedInputStream extends ServletInputStream {
    private final ServletInputStream body;
    private final long maxBytes;
    private final Duration timeout;
    private final ProcessTime time;
    private final Runnable atEnd;
    private long bytes;
    private long waitedNanos;

    /** Limits a body: all its reads wait up to the timeout, the last up to Tomcat's own; {@code atEnd} runs at least once when all has arrived. */
    public LimitedInputStream(
            ServletInputStream body, long maxBytes, Duration timeout, ProcessTime time, Runnable atEnd) {
        this.body = body;
        this.maxBytes = maxBytes;
        this.timeout = timeout;
        this.time = time;
        this.atEnd = atEnd;
    }

    @Override
    public int read() throws IOException {
        byte[] next = new byte[1];
        return read(next, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(next[0]);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count = timed(target, offset, length);
        count(Math.max(0, count));
        return count;
    }

    private int timed(byte[] target, int offset, int length) throws IOException {
        long start = time.nanoTime();
        try {
            return body.read(target, offset, length);
        } catch (IOException e) {
            if (e.getCause() instanceof SocketTimeoutException) {
                throw timedOut();
            }
            throw e;
        } finally {
            waitedNanos += time.nanoTime() - start;
        }
    }

    private void count(int more) {
        bytes += more;
        if (bytes > maxBytes) {
            throw tooLarge(maxBytes);
        }
        if (body.isFinished()) {
            atEnd.run();
        } else if (waitedNanos > timeout.toNanos()) {
            throw timedOut();
        }
    }

    static ProblemException tooLarge(long maxBytes) {
        return new ProblemException(
                ProblemType.BODY_TOO_LARGE, "The body is too large: send at most " + maxBytes + " bytes.");
    }

    private static ProblemException timedOut() {
        return new ProblemException(
                ProblemType.BODY_TIMEOUT, "The body did not arrive in time; send it again, faster.");
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
