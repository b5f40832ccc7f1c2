package io.feedmill.common.follow;

import io.feedmill.common.key.UserId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of user ids in ascending order; {@code next} is the id to go on behind, null only at the end. */
public record UserPage(List<UserId> users, @Nullable UserId next) {}
