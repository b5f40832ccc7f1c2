package io.feedmill.common.report;

import java.time.Instant;

/**
 * The right to report.
 *
 * @param token greater than that of every earlier lease: what it does is refused once there is a later one, however late it comes
 * @param until when others may take it over
 */
public record Lease(String holder, long token, Instant until) {}
