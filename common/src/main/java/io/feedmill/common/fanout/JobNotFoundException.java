package io.feedmill.common.fanout;

import io.feedmill.common.key.JobId;

/** Something was asked of a job that is not there: it never was, or it has expired. */
public final class JobNotFoundException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JobNotFoundException(JobId job) {
        super("Job not found: " + job);
    }
}
