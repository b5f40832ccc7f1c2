package io.feedmill.api.access;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Converts permissions to and from JSON: {@code "public"}, {@code "followers"}, or a list of users, of which readers see only that it is one. */
public final class Permissions {
    private static final String PUBLIC = "public";
    private static final String FOLLOWERS = "followers";
    private static final String LIST = "list";

    private Permissions() {}

    /** Returns the audience for JSON; throws 400 if it is invalid. */
    public static Audience parse(Object json) {
        if (json.equals(PUBLIC)) {
            return Audience.everyone();
        }
        if (json.equals(FOLLOWERS)) {
            return new Audience.Followers();
        }
        if (json instanceof List<?> list
                && list.size() <= Audience.MAX_USERS
                && list.stream().allMatch(Permissions::isUser)) {
            return new Audience.Users(list.stream()
                    .map(String.class::cast)
                    .map(UserId::new)
                    .collect(Collectors.toCollection(TreeSet::new)));
        }
        throw ProblemException.invalidBody("Invalid permissions: use \"public\", \"followers\" or a list of up to "
                + Audience.MAX_USERS + " user ids.");
    }

    private static boolean isUser(Object element) {
        return element instanceof String id && UserId.isValid(id);
    }

    /** Returns the audience as JSON; all of it, with the users of a list as {@link #parse} takes it, or only its kind. */
    public static Object json(Audience audience, boolean all) {
        return switch (audience) {
            case Audience.Everyone everyone -> PUBLIC;
            case Audience.Followers followers -> FOLLOWERS;
            case Audience.Users list ->
                all ? list.users().stream().map(UserId::value).toList() : LIST;
        };
    }
}
