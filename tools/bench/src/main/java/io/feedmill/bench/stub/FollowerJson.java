package io.feedmill.bench.stub;

import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Rows {@code followers:<author>} in DynamoDB's JSON. User ids have nothing that JSON escapes. */
final class FollowerJson {
    /** When everybody began to follow: nanoseconds since 1970. */
    private static final String SINCE = "1700000000000000000";

    private static final int NAMES = "pksksince".length();
    private static final int SINCE_BYTES = SINCE.length() / 2 + 2;
    private static final int ROW = 128;

    private final FollowerPage page;
    private final Set<String> attributes;
    private final StringBuilder json;

    private FollowerJson(FollowerPage page) {
        this.page = page;
        this.attributes = page.query().attributes();
        this.json = new StringBuilder(ROW + page.users().size() * ROW);
    }

    /** What the row has in the table. */
    static int bytes(String partition, String user) {
        return NAMES + partition.length() + user.length() + SINCE_BYTES;
    }

    /** The answer's body. */
    static byte[] of(FollowerPage page) {
        return new FollowerJson(page).answer();
    }

    private byte[] answer() {
        int rows = page.users().size();
        json.append("{\"Count\":").append(rows).append(",\"ScannedCount\":").append(rows);
        json.append(",\"Items\":[");
        for (int row = 0; row < rows; row++) {
            json.append(row == 0 ? "" : ",");
            row(page.users().get(row));
        }
        json.append(']');
        if (page.more() && rows > 0) {
            json.append(",\"LastEvaluatedKey\":{");
            attribute("pk", "S", page.query().partition(), "");
            attribute("sk", "S", page.users().getLast(), ",");
            json.append('}');
        }
        if (page.query().metered()) {
            json.append(",\"ConsumedCapacity\":{\"TableName\":\"")
                    .append(page.query().table());
            json.append("\",\"CapacityUnits\":").append(page.units()).append('}');
        }
        return json.append('}').toString().getBytes(StandardCharsets.US_ASCII);
    }

    private void row(String user) {
        json.append('{');
        String comma = wanted("pk", "S", page.query().partition(), "");
        comma = wanted("sk", "S", user, comma);
        wanted("since", "N", SINCE, comma);
        json.append('}');
    }

    /** Adds the attribute if it is asked for; what goes before the next one. */
    private String wanted(String name, String type, String value, String comma) {
        if (!attributes.isEmpty() && !attributes.contains(name)) {
            return comma;
        }
        attribute(name, type, value, comma);
        return ",";
    }

    private void attribute(String name, String type, String value, String comma) {
        json.append(comma)
                .append('"')
                .append(name)
                .append("\":{\"")
                .append(type)
                .append("\":\"");
        json.append(value).append("\"}");
    }
}
