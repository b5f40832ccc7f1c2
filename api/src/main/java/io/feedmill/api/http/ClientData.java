package io.feedmill.api.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.api.problem.ProblemException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Checks the data of posts: JSON objects of clients, which Feedmill stores and returns and does not read. */
public final class ClientData {
    private static final int MAX_BYTES = 4 * 1024;

    private ClientData() {}

    /**
     * Returns the data without white space; null if there is none.
     *
     * @throws ProblemException 400 if it has more than 4 KiB, or a character that cannot be stored
     */
    public static @Nullable String require(Optional<ObjectNode> data) {
        if (data.isEmpty()) {
            return null;
        }
        String json = data.get().toString();
        int bytes = json.getBytes(UTF_8).length;
        if (bytes > MAX_BYTES) {
            throw invalid("use up to 4,096 bytes of JSON without white space, not " + bytes + ".");
        }
        if (!ClientText.isAllowed(json)) {
            throw invalid("remove " + ClientText.REFUSED + ".");
        }
        return json;
    }

    private static ProblemException invalid(String advice) {
        return ProblemException.invalidBody("Invalid data: " + advice);
    }
}
