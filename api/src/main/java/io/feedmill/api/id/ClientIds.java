package io.feedmill.api.id;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import org.jspecify.annotations.Nullable;

/** Ids as they come in from clients: valid ones pass, others end the request. */
public final class ClientIds {
    private ClientIds() {}

    /**
     * The id itself.
     *
     * @param what what the id is called where the client gave it
     * @throws ProblemException 400 if it is not a valid one
     */
    public static String user(String what, String id) {
        if (!UserId.isValid(id)) {
            throw new ProblemException(
                    ProblemType.INVALID_USER,
                    "The " + what + " is not 1 to 64 characters from A-Z a-z 0-9 _ . - other than . and ..");
        }
        return id;
    }

    /**
     * The parameter {@code viewer} itself; null where it is absent.
     *
     * @throws ProblemException 400 if it is not a valid one
     */
    public static @Nullable String viewer(@Nullable String viewer) {
        return viewer == null ? null : user("viewer", viewer);
    }

    /**
     * The id as posts have it.
     *
     * @throws ProblemException 404 if it is not a post's id: there is no such post
     */
    public static PostId post(String id) {
        try {
            return PostId.parse(id);
        } catch (IllegalArgumentException e) {
            throw noSuchPost();
        }
    }

    public static ProblemException noSuchPost() {
        return new ProblemException(ProblemType.POST_NOT_FOUND, "There is no such post.");
    }
}
