package io.feedmill.api.follow;

import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.cursor.PageQuery.ItemPage;
import io.feedmill.api.http.ClientIds;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Page;
import org.jspecify.annotations.Nullable;

/** Reads the users of a list. */
@FunctionalInterface
interface UserList {
    /** Returns the users after this one (null: from the first), up to the limit. */
    Page<UserId, UserId> read(UserId of, @Nullable UserId after, int limit);

    /** Returns the answer of a call for a list of this user. */
    static ItemPage<String> page(String name, String user, PageQuery query, UserList list) {
        UserId of = ClientIds.user("user", user);
        CursorScope scope = CursorScope.of(name, of);
        Page<UserId, UserId> page = list.read(of, query.after(scope, UserId::new), query.limit());
        return query.page(scope, page, UserId::value, UserId::value);
    }
}
