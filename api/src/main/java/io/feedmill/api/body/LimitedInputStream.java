package io.feedmill.api.body;

import io.feedmill.api.problem.BodyTooLargeException;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;

/** Passes on {@code limit} bytes; one more throws {@link BodyTooLargeException}. */
final class LimitedInputStream extends ServletInputStream {
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

    private void count(int more) throws BodyTooLargeException {
        read += more;
        if (read > limit) {
            throw new BodyTooLargeException(limit);
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
