package io.feedmill.api.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The report that was asked for.
 *
 * @param id that it will have; null, and absent from the JSON, where no worker has ever looked for reports
 */
record RequestedResponse(
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String id) {}
