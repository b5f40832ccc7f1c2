package io.feedmill.common.follow;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.key.UserId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The row {@code active} of a user in the table {@code readers}. A home page reads it with those of {@link ReaderRows}. */
final class ActivityRows {
    private static final String SK = "active";
    private static final String SEEN = "seen";
    private static final String FROM = "gapFrom";
    private static final String TO = "gapTo";
    private static final String ALWAYS = "always";
    private static final String AGAIN = "again";

    /** The attributes beside the key. */
    static final String ATTRIBUTES = String.join(", ", SEEN, FROM, TO, ALWAYS, AGAIN);

    private ActivityRows() {}

    static Attributes key(UserId user) {
        return Attributes.key(user.value(), SK);
    }

    static boolean isActive(Row row) {
        return row.sk().equals(SK);
    }

    static ReaderActivity active(Row row) {
        return new ReaderActivity(
                row.number(SEEN), row.number(FROM, 0), row.number(TO, 0), row.has(ALWAYS), row.number(AGAIN, 0));
    }

    /** Each update sets a later time, which is the condition of the next one. */
    static Update seen(UserId user, @Nullable ReaderActivity before, ReaderActivity after) {
        Attributes written = Attributes.of().number(SEEN, after.lastSeen());
        if (after.gapTo() > 0) {
            written.number(FROM, after.gapFrom()).number(TO, after.gapTo());
        }
        if (after.neverDormant()) {
            written.flag(ALWAYS);
        }
        if (after.rebuildAfter() > 0) {
            written.number(AGAIN, after.rebuildAfter());
        }
        Update update = Update.replace(
                ReaderRows.TABLE,
                key(user),
                before == null ? "attribute_not_exists(pk)" : "seen = :before",
                written,
                List.of(FROM, TO, ALWAYS, AGAIN));
        return before == null ? update : update.with(Attributes.of().number(":before", before.lastSeen()));
    }
}
