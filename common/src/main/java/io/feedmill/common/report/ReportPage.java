package io.feedmill.common.report;

import io.feedmill.common.key.QuarterHour;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports, newest first; {@code next} is the one to go on behind, null at the end. */
public record ReportPage(List<Report> reports, @Nullable QuarterHour next) {}
