package io.feedmill.api.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A report with a page of its lines.
 *
 * @param items in the order of authors; may be few without this being the last page
 * @param next the cursor of the next page; null, and absent from the JSON, only at the end
 */
record ReportLinesResponse(
        ReportResponse report,
        List<LineResponse> items,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String next) {}
