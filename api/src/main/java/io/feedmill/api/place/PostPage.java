package io.feedmill.api.place;

import io.feedmill.common.post.Post;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Posts of a place.
 *
 * @param next where the index goes on; null only at its end
 */
record PostPage(List<Post> posts, @Nullable String next) {}
