package io.feedmill.testkit;

import io.feedmill.common.key.UserId;
import java.util.List;
import java.util.stream.Stream;

/** Short forms of user ids. */
public final class Users {
    private Users() {}

    public static UserId user(String id) {
        return new UserId(id);
    }

    public static List<UserId> users(String... ids) {
        return Stream.of(ids).map(UserId::new).toList();
    }
}
