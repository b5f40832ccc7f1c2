package io.feedmill.api.follow;

import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.common.follow.FollowStore.UserPage;
import io.feedmill.common.key.UserId;
import java.util.List;

/** The answer of a call that lists users. */
final class UserList {
    private UserList() {}

    static ItemPage<String> page(PageQuery query, CursorScope scope, UserPage page) {
        UserId next = page.next();
        List<String> users = page.users().stream().map(UserId::value).toList();
        return query.page(scope, users, next == null ? null : next.value());
    }
}
