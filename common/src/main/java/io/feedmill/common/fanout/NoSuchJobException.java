package io.feedmill.common.fanout;

import io.feedmill.common.key.PostId;

/** Something was asked of a job that is not there: it never was, or it has expired. */
public final class NoSuchJobException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NoSuchJobException(PostId job) {
        super("there is no job " + job);
    }
}
