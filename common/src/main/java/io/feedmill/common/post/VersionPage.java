package io.feedmill.common.post;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Versions of a post, oldest first.
 *
 * @param next the version behind which the next page goes on; null only at the end
 */
public record VersionPage(List<Version> versions, @Nullable Long next) {}
