package io.feedmill.common.post;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.storage.UnknownValueException;
import java.util.List;
import java.util.stream.Collectors;

/** An audience as attributes of a row: {@code audience} ({@code followers} or {@code users}; absent: everyone) and {@code readers}. */
public final class AudienceRows {
    /** The kind of audience; absent if everyone may read. */
    private static final String AUDIENCE = "audience";

    /** The list; absent if it is empty or null. */
    private static final String READERS = "readers";

    public static final List<String> ATTRIBUTES = List.of(AUDIENCE, READERS);

    private static final String FOLLOWERS = "followers";
    private static final String USERS = "users";

    private AudienceRows() {}

    /** Adds the attributes; a post for everyone has none. */
    public static Attributes add(Attributes row, Audience audience) {
        return switch (audience) {
            case Audience.Everyone everyone -> row;
            case Audience.Followers followers -> row.string(AUDIENCE, FOLLOWERS);
            case Audience.Users list -> row.string(AUDIENCE, USERS).users(READERS, list.users());
        };
    }

    /** The update, on condition that the row also has this audience. */
    public static Update onlyOf(Audience audience, Update update) {
        Attributes written = add(Attributes.of(), audience);
        Attributes values = Attributes.of();
        written.forEach((name, value) -> values.put(":given_" + name, value));
        String condition = ATTRIBUTES.stream()
                .map(name ->
                        written.containsKey(name) ? name + " = :given_" + name : "attribute_not_exists(" + name + ")")
                .collect(Collectors.joining(" AND "));
        return update.onlyIf(condition, values);
    }

    /** The inverse of {@link #add}. Throws {@link UnknownValueException} for an audience of a newer version. */
    public static Audience of(Row row) {
        if (!row.has(AUDIENCE)) {
            return Audience.everyone();
        }
        return switch (row.string(AUDIENCE)) {
            case FOLLOWERS -> new Audience.Followers();
            case USERS -> new Audience.Users(row.users(READERS));
            default -> throw new UnknownValueException(row.pk(), row.sk(), AUDIENCE, row.string(AUDIENCE));
        };
    }
}
