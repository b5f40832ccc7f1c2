package io.feedmill.checker;

import org.jspecify.annotations.Nullable;

/** When, and by which process, something was read; times are nanoseconds. */
record Read(long begin, long end, @Nullable String process) {

    /** Returns a read that may have seen all that this or an earlier one saw. */
    Read since(long earlier) {
        return new Read(Math.min(begin, earlier), end, process);
    }

    /** Returns the moment from which on all changes of the process, which may be another one, are seen. */
    long sees(@Nullable String of, long slack) {
        return process != null && process.equals(of) ? begin : begin - slack;
    }
}
