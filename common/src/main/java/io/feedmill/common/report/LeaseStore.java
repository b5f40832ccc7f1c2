package io.feedmill.common.report;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The lease of the reporter. Clocks decide only who waits for whom; that a report is made once is up to the tokens. Thread-safe. */
public interface LeaseStore {

    /** The lease with a new token; none while another holder has it. A holder who has it already gets it anew. */
    Optional<Lease> acquire(String holder, Duration time);

    /** The same lease for this time from now; none where there is a later one. */
    Optional<Lease> renew(Lease lease, Duration time);

    /** Gives it back before its time, unless there is a later one. */
    void release(Lease lease);

    /**
     * The right to report.
     *
     * @param token greater than that of every earlier lease: what it does is refused once there is a later one, however late it comes
     * @param until when others may take it over
     */
    record Lease(String holder, long token, Instant until) {}
}
