package io.feedmill.api.cursor;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param items a page that is not the last one may have few items or none
 * @param next the cursor of the next page; null, and absent from the JSON, only at the end
 */
public record ItemPage<T>(
        List<T> items,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String next) {}
