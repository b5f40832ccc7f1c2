package io.feedmill.api.http;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.time.DateTimeException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Checks ids that clients send. */
public final class ClientIds {
    /** The detail of the problem of a post that is absent, or must not be known. */
    public static final String POST_NOT_FOUND = "No readable post has this id; check the id and the viewer.";

    private static final int MAX_LIST = 100;
    private static final int IDS_OF_CALL = 10;

    private ClientIds() {}

    /** Returns the user id; throws 400, with its name in the request such as {@code author}, if it is invalid. */
    public static UserId user(String name, String id) {
        return new UserId(name(name, id));
    }

    /** Returns the id of a room, device or event, which has the form of a user id; throws 400, with its name in the request, if it is invalid. */
    public static String name(String name, String id) {
        if (!UserId.isValid(id)) {
            throw new ProblemException(
                    ProblemType.INVALID_USER,
                    "Invalid " + name + " id: use 1 to 64 characters from A-Z a-z 0-9 _ . - except . and ..");
        }
        return id;
    }

    /** Returns the post id; throws 404 if no post can have it. */
    public static PostId post(String id) {
        return parse(PostId::parse, id).orElseThrow(ClientIds::postNotFound);
    }

    /** Returns the ids of a list, each once; ten count as a call. Throws 400, with the name of the parameter, if one is invalid, or if it has more than 100. */
    public static <T> List<T> list(String name, String ids, Function<String, T> parser) {
        List<String> parts = List.of(ids.split(",", -1));
        if (parts.size() > MAX_LIST) {
            throw invalid(name);
        }
        Charge.calls(Math.ceilDiv(parts.size(), IDS_OF_CALL) - 1);
        return parts.stream()
                .map(id -> parse(parser, id).orElseThrow(() -> invalid(name)))
                .distinct()
                .toList();
    }

    private static ProblemException invalid(String name) {
        return ProblemException.invalidParameter(
                "Invalid '" + name + "': use 1 to " + MAX_LIST + " ids, separated by commas.");
    }

    /** Returns what the parser makes of a text; empty if it refuses it. */
    public static <S, T> Optional<T> parse(Function<S, T> parser, S text) {
        try {
            return Optional.of(parser.apply(text));
        } catch (IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }

    public static ProblemException postNotFound() {
        return new ProblemException(ProblemType.POST_NOT_FOUND, POST_NOT_FOUND);
    }
}
