package io.feedmill.bench.stub;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a Query for followers finds, as DynamoDB does it.
 *
 * @param users in the query's order
 * @param bytes that their rows have in the table
 * @param more whether there is a key to go on behind: not at the end, but as in DynamoDB also where the limit was reached with the last row
 */
record FollowerPage(FollowerQuery query, List<String> users, int bytes, boolean more) {
    private static final int MAX_BYTES = 1024 * 1024;
    private static final int READ_UNIT = 4 * 1024;

    /** As many of the followers as are asked for and fit into 1 MB. */
    static FollowerPage of(FollowerQuery query, List<String> followers) {
        List<String> found = found(query, followers);
        int most = query.limit() == 0 ? found.size() : Math.min(query.limit(), found.size());
        List<String> users = new ArrayList<>(Math.min(most, 1_000));
        int bytes = 0;
        while (users.size() < most) {
            String user = found.get(users.size());
            int row = FollowerJson.bytes(query.partition(), user);
            if (bytes + row > MAX_BYTES) {
                break;
            }
            users.add(user);
            bytes += row;
        }
        boolean more = users.size() < found.size() || users.size() == query.limit();
        return new FollowerPage(query, users, bytes, more);
    }

    private static List<String> found(FollowerQuery query, List<String> followers) {
        List<String> between = between(followers, query.first(), query.last());
        String after = query.after();
        if (query.ascending()) {
            return after == null ? between : between.subList(above(between, after), between.size());
        }
        return (after == null ? between : between.subList(0, notBelow(between, after))).reversed();
    }

    private static List<String> between(List<String> followers, @Nullable String first, @Nullable String last) {
        if (first == null || last == null) {
            return followers;
        }
        int from = notBelow(followers, first);
        return followers.subList(from, Math.max(from, above(followers, last)));
    }

    private static int notBelow(List<String> followers, String user) {
        int found = Collections.binarySearch(followers, user);
        return found < 0 ? -found - 1 : found;
    }

    private static int above(List<String> followers, String user) {
        int found = Collections.binarySearch(followers, user);
        return found < 0 ? -found - 1 : found + 1;
    }

    /** The read units that it costs. */
    double units() {
        double strong = Math.max(1, Math.ceilDiv(bytes, READ_UNIT));
        return query.consistent() ? strong : strong / 2;
    }
}
