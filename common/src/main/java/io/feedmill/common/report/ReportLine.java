package io.feedmill.common.report;

import io.feedmill.common.key.UserId;

/**
 * What an author's events of a window add up to.
 *
 * @param posts that were accepted
 * @param deliveries of jobs that were completed
 * @param views new ones
 * @param writeUnits what all of it took to write
 */
public record ReportLine(UserId author, long posts, long deliveries, long views, long writeUnits) {}
