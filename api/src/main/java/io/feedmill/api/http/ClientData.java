package io.feedmill.api.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.api.problem.ProblemException;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.node.ObjectNode;

/** Checks the data of posts and notifications: JSON objects of clients, which Feedmill stores and returns, and which clients in any language must be able to read. */
public final class ClientData {
    /** With the three of a page 64: deeper documents are beyond what .NET reads by default. */
    private static final int MAX_LEVELS = 61;

    private static final JsonFactory JSON = new JsonFactory();

    private ClientData() {}

    /** Returns the data without white space, null if there is none; throws 400 if it has more bytes, or not every client could read it. */
    public static @Nullable String require(Optional<ObjectNode> data, int maxBytes) {
        if (data.isEmpty()) {
            return null;
        }
        String json = data.get().toString();
        int bytes = json.getBytes(UTF_8).length;
        if (bytes > maxBytes) {
            throw invalid("use up to %,d bytes of JSON without white space, not %d.".formatted(maxBytes, bytes));
        }
        fault(json).ifPresent(advice -> {
            throw invalid(advice);
        });
        return json;
    }

    /** Returns stored data; null if not every client could read it. */
    public static @Nullable String readable(@Nullable String json) {
        return json == null || fault(json).isPresent() ? null : json;
    }

    /** Returns what to change; empty if everybody can read it. */
    private static Optional<String> fault(String json) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (parser.streamReadContext().getNestingDepth() > MAX_LEVELS) {
                    return Optional.of("nest it up to " + MAX_LEVELS + " levels.");
                }
                if (token.isNumeric() && !isDouble(parser.getString())) {
                    return Optional.of("use numbers in the range of a double, or strings.");
                }
                if (!token.isNumeric() && !ClientText.isAllowed(parser.getString())) {
                    return Optional.of("remove " + ClientText.REFUSED + ".");
                }
            }
            return Optional.empty();
        } catch (JacksonException e) {
            return Optional.of("send JSON.");
        }
    }

    /** Digits that a double does not keep are allowed. */
    private static boolean isDouble(String number) {
        double value = Double.parseDouble(number);
        return Double.isFinite(value) && (value != 0 || new BigDecimal(number).signum() == 0);
    }

    private static ProblemException invalid(String advice) {
        return ProblemException.invalidBody("Invalid data: " + advice);
    }
}
