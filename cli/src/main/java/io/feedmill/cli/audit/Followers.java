package io.feedmill.cli.audit;

import io.feedmill.common.follow.Follower;
import io.feedmill.common.key.UserId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The followers that an audit looks at. */
interface Followers {

    /** The next of the author's followers behind the user (null: from the first), ascending; {@code limit} of them unless that is the end. */
    List<Follower> page(UserId author, @Nullable UserId behind, int limit);
}
