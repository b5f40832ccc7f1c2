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
     * Parses a user's id.
     *
     * @param what the name of the id in the client's request
     * @throws ProblemException 400 if it is not valid
     */
    public static UserId user(String what, String id) {
        return new UserId(name(what, id));
    }

    /**
     * Checks the name of a room or a device, which has the form of a user's id.
     *
     * @param what the name of the id in the client's request
     * @throws ProblemException 400 if it is not valid
     */
    public static String name(String what, String id) {
        if (!UserId.isValid(id)) {
            throw new ProblemException(
                    ProblemType.INVALID_USER,
                    "The " + what + " is not 1 to 64 characters from A-Z a-z 0-9 _ . - other than . and ..");
        }
        return id;
    }

    /**
     * Parses the parameter {@code viewer}; null if it is absent.
     *
     * @throws ProblemException 400 if it is not a valid one
     */
    public static @Nullable UserId viewer(@Nullable String viewer) {
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
