package io.feedmill.common.post;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.key.VersionKey;
import io.feedmill.common.post.Post.PostHead;
import io.feedmill.common.post.PostStore.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * A post as rows of the table {@code posts}: its metadata, its permissions unless everyone may read it, the copy of its newest version, and
 * each version.
 */
public final class PostRows {
    public static final Table TABLE = Table.of("posts");

    private static final String METADATA = "metadata";
    private static final String PERMISSIONS = "permissions";
    private static final String RETRACTED = "retracted";
    private static final String AUTHOR = "author";
    private static final String TEXT = "text";
    private static final String DATA = "data";
    private static final String VERSION = "version";
    private static final String COUNTRY = "country";
    private static final String STATE = "state";
    private static final String CITY = "city";
    private static final String ENTRIES = "entries";

    /** The first version that others than the author may read; absent: 1. */
    private static final String READABLE_FROM = "readableFrom";

    private static final String EXISTS = "attribute_exists(pk) AND attribute_not_exists(#retracted)";

    private PostRows() {}

    /** The rows of a new post. */
    public static List<Map<String, AttributeValue>> rows(Post post) {
        List<Map<String, AttributeValue>> rows = new ArrayList<>();
        rows.add(head(post));
        rows.add(version(post, VersionKey.NEWEST));
        rows.add(version(post, VersionKey.of(post.version())));
        if (!post.audience().isEveryone()) {
            rows.add(permissions(post.id(), post.audience()));
        }
        return rows;
    }

    private static Map<String, AttributeValue> head(Post post) {
        Attributes row = Attributes.key(post.id().value(), METADATA)
                .string(AUTHOR, post.author().value())
                .number(VERSION, post.version());
        post.mode().add(row);
        Place place = post.place();
        if (place != null) {
            row.string(COUNTRY, place.country());
            addIfGiven(row, STATE, place.state());
            addIfGiven(row, CITY, place.city());
        }
        return row.map();
    }

    private static void addIfGiven(Attributes row, String name, @Nullable String value) {
        if (value != null) {
            row.string(name, value);
        }
    }

    private static Map<String, AttributeValue> version(Post post, String sk) {
        Attributes row = Attributes.key(post.id().value(), sk)
                .string(AUTHOR, post.author().value())
                .string(TEXT, post.text())
                .number(VERSION, post.version());
        addIfGiven(row, DATA, post.data());
        return row.map();
    }

    /** The rows of a further version, but for the metadata. */
    public static List<Map<String, AttributeValue>> versions(Post next) {
        return List.of(version(next, VersionKey.NEWEST), version(next, VersionKey.of(next.version())));
    }

    /** Sets the version, on condition that it is the one before. */
    public static Update edit(Post next) {
        return new Update(
                TABLE,
                metadataKey(next.id()),
                "SET #version = :next",
                EXISTS + " AND #version = :before",
                Attributes.of().number(":next", next.version()).number(":before", next.version() - 1));
    }

    /** Marks the post as retracted, if it is not. */
    public static Update retract(PostId post) {
        return new Update(
                TABLE,
                metadataKey(post),
                "SET #retracted = :true",
                EXISTS,
                Attributes.of().flag(":true"));
    }

    /** Removes from the metadata what clients gave. */
    static Update eraseMetadata(PostId post) {
        return new Update(
                TABLE,
                metadataKey(post),
                "REMOVE #entries, #country, #state, #city",
                "#retracted = :true",
                Attributes.of().flag(":true"));
    }

    public static boolean isRetracted(Row head) {
        return head.has(RETRACTED);
    }

    public static boolean isMetadata(Row row) {
        return row.sk().equals(METADATA);
    }

    static Map<String, AttributeValue> metadataKey(PostId post) {
        return Attributes.key(post.value(), METADATA).map();
    }

    private static Map<String, AttributeValue> permissions(PostId post, Audience audience) {
        return AudienceRows.add(Attributes.key(post.value(), PERMISSIONS), audience)
                .map();
    }

    /** Puts the permissions, or removes them if everyone may read: an absent row costs no reader. */
    public static TransactWriteItem permit(Dynamo dynamo, PostId post, Audience audience) {
        return audience.isEveryone()
                ? dynamo.deletion(
                        TABLE, Attributes.key(post.value(), PERMISSIONS).map())
                : dynamo.put(TABLE, permissions(post, audience));
    }

    /** Hides all versions but the newest one from the post's readers: whoever is admitted now has not read them. */
    public static Update hideVersions(PostId post) {
        return new Update(TABLE, metadataKey(post), "SET readableFrom = #version", EXISTS, Attributes.of());
    }

    /** Replaces the metadata of an existing post. */
    static Update putMetadata(PostId post, Map<String, String> metadata) {
        return new Update(
                TABLE,
                metadataKey(post),
                "SET #entries = :entries",
                EXISTS,
                Attributes.of().entries(":entries", metadata));
    }

    static Map<String, AttributeValue> versionKey(PostId post, long version) {
        return Attributes.key(post.value(), VersionKey.of(version)).map();
    }

    /** The metadata and the permissions. */
    static PartitionQuery headOf(PostId post) {
        return PartitionQuery.of(TABLE, post.value()).between(METADATA, PERMISSIONS);
    }

    /** The head of the rows that {@link #headOf} finds; empty if the post is absent or retracted. */
    static Optional<PostHead> head(List<Row> rows) {
        if (rows.isEmpty() || isRetracted(rows.getFirst())) {
            return Optional.empty();
        }
        Row head = rows.getFirst();
        return Optional.of(new PostHead(PostId.parse(head.pk()), author(head), audience(rows)));
    }

    /** From the metadata to the newest version: the permissions lie between them, no older version does. */
    static PartitionQuery newest(PostId post) {
        return PartitionQuery.of(TABLE, post.value()).between(METADATA, VersionKey.NEWEST);
    }

    /** The post of the rows that {@link #newest} finds; empty if it is absent or retracted. */
    static Optional<Post> post(List<Row> rows) {
        if (rows.isEmpty() || isRetracted(rows.getFirst())) {
            return Optional.empty();
        }
        Row newest = rows.getLast();
        return Optional.of(new Post(
                PostId.parse(newest.pk()),
                author(newest),
                content(newest),
                newest.number(VERSION),
                place(rows.getFirst()),
                audience(rows),
                Mode.of(rows.getFirst())));
    }

    static @Nullable Place place(Row head) {
        return head.has(COUNTRY)
                ? new Place(head.string(COUNTRY), head.optionalString(STATE), head.optionalString(CITY))
                : null;
    }

    private static Audience audience(List<Row> rows) {
        return rows.stream()
                .filter(row -> row.sk().equals(PERMISSIONS))
                .findFirst()
                .map(AudienceRows::of)
                .orElse(Audience.everyone());
    }

    static UserId author(Row row) {
        return new UserId(row.string(AUTHOR));
    }

    static long readableFrom(Row head) {
        return head.has(READABLE_FROM) ? head.number(READABLE_FROM) : 1;
    }

    static SortedMap<String, String> metadata(Row head) {
        return head.entries(ENTRIES);
    }

    static Version version(Row version) {
        return new Version(version.number(VERSION), content(version));
    }

    static Content content(Row version) {
        return new Content(version.string(TEXT), version.optionalString(DATA));
    }
}
