package io.feedmill.common.publish;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.key.VersionKey;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.AudienceRows;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PostStore.Version;
import io.feedmill.common.publish.PostStore.VersionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * A post as rows of the table {@code posts}: its metadata if it has any, its permissions unless everyone may read it, its newest version, and
 * each earlier one. Of a retracted post only the metadata stay.
 */
public final class PostRows {
    public static final Table TABLE = Table.of("posts");

    private static final String METADATA = "metadata";
    private static final String PERMISSIONS = "permissions";
    private static final String AUTHOR = "author";
    private static final String TEXT = "text";
    private static final String DATA = "data";
    private static final String VERSION = "version";
    private static final String COUNTRY = "country";
    private static final String STATE = "state";
    private static final String CITY = "city";
    private static final String ENTRIES = "entries";
    private static final String RETRACTED = "retracted";

    /** The first version that others than the author may read; absent: 1. */
    private static final String READABLE_FROM = "readableFrom";

    private static final String NOT_RETRACTED = "attribute_not_exists(#retracted)";

    private PostRows() {}

    static List<Attributes> rows(Post post) {
        List<Attributes> rows = new ArrayList<>();
        Place place = post.place();
        if (place != null) {
            rows.add(head(post.id(), place));
        }
        rows.add(version(post, VersionKey.NEWEST));
        if (!post.audience().isEveryone()) {
            rows.add(permissions(post.id(), post.audience()));
        }
        return rows;
    }

    private static Attributes head(PostId post, Place place) {
        return Attributes.key(post.value(), METADATA)
                .string(COUNTRY, place.country())
                .optionalString(STATE, place.state())
                .optionalString(CITY, place.city());
    }

    private static Attributes version(Post post, String sk) {
        return content(Attributes.key(post.id().value(), sk), post);
    }

    private static Attributes content(Attributes row, Post post) {
        row.string(AUTHOR, post.author().value())
                .string(TEXT, post.text())
                .optionalString(DATA, post.data())
                .users(Content.MENTIONS, post.content().mentions())
                .number(VERSION, post.version());
        return post.mode().add(row);
    }

    /** The row of a version that an edit replaces. */
    static Attributes replaced(Post post) {
        return version(post, VersionKey.of(post.version()));
    }

    /** Replaces the newest version, on condition that it is the one before. */
    static Update edit(Post next) {
        Attributes written = content(Attributes.of(), next);
        return Update.replace(
                        TABLE,
                        newestKey(next.id()),
                        "#version = :before",
                        written,
                        List.of(AUTHOR, TEXT, DATA, Content.MENTIONS, VERSION))
                .with(Attributes.of().number(":before", next.version() - 1));
    }

    /** Marks the existing post as retracted, if it is not. */
    static Update retract(Post post) {
        Attributes mark =
                Attributes.of().flag(RETRACTED).string(AUTHOR, post.author().value());
        return Update.set(TABLE, metadataKey(post.id()), NOT_RETRACTED, mark);
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

    static boolean isRetracted(Row head) {
        return head.has(RETRACTED);
    }

    static boolean isMetadata(Row row) {
        return row.sk().equals(METADATA);
    }

    static boolean isNewest(Row row) {
        return row.sk().equals(VersionKey.NEWEST);
    }

    static Attributes metadataKey(PostId post) {
        return Attributes.key(post.value(), METADATA);
    }

    private static Attributes permissions(PostId post, Audience audience) {
        return AudienceRows.add(Attributes.key(post.value(), PERMISSIONS), audience);
    }

    /** Puts the permissions, or removes them if everyone may read: an absent row costs no reader. */
    static TransactWriteItem permit(Dynamo dynamo, PostId post, Audience audience) {
        return audience.isEveryone()
                ? dynamo.deletion(TABLE, Attributes.key(post.value(), PERMISSIONS))
                : dynamo.put(TABLE, permissions(post, audience));
    }

    /** Hides all versions but the newest one from the post's readers: whoever is admitted now has not read them. */
    static Update hideVersions(PostId post) {
        return new Update(
                TABLE, newestKey(post), "SET readableFrom = #version", "attribute_exists(pk)", Attributes.of());
    }

    /** Replaces the metadata of an existing post, if it is not retracted. */
    static Update putMetadata(PostId post, Map<String, String> metadata) {
        return Update.set(
                TABLE, metadataKey(post), NOT_RETRACTED, Attributes.of().entries(ENTRIES, metadata));
    }

    /** Checks in a transaction that the post has no later version. */
    static TransactWriteItem isUnedited(Dynamo dynamo, Post post) {
        return dynamo.check(
                TABLE,
                newestKey(post.id()),
                "#version = :version",
                Attributes.of().number(":version", post.version()));
    }

    static Attributes versionKey(PostId post, long version) {
        return Attributes.key(post.value(), VersionKey.of(version));
    }

    static Attributes newestKey(PostId post) {
        return Attributes.key(post.value(), VersionKey.NEWEST);
    }

    /** From the metadata to the newest version: the permissions lie between them, no older version does. */
    static PartitionQuery newest(PostId post) {
        return PartitionQuery.of(TABLE, post.value()).between(METADATA, VersionKey.NEWEST);
    }

    /** The post of the rows that {@link #newest} finds; empty if it is absent or retracted. */
    static Optional<Post> post(List<Row> rows) {
        if (rows.isEmpty() || isRetracted(rows.getFirst()) || !isNewest(rows.getLast())) {
            return Optional.empty();
        }
        Row newest = rows.getLast();
        return Optional.of(new Post(
                PostId.parse(newest.pk()),
                newest.user(AUTHOR),
                content(newest),
                newest.number(VERSION),
                place(rows.getFirst()),
                audience(rows),
                Mode.of(newest)));
    }

    static @Nullable Place place(Row head) {
        return head.has(COUNTRY)
                ? new Place(head.string(COUNTRY), head.optionalString(STATE), head.optionalString(CITY))
                : null;
    }

    private static Audience audience(List<Row> rows) {
        return Row.find(rows, PERMISSIONS).map(AudienceRows::of).orElse(Audience.everyone());
    }

    /** The author of the rows that {@link #newest} finds, also of a retracted post; empty if it is absent. */
    static Optional<UserId> author(List<Row> rows) {
        return rows.stream().filter(row -> row.has(AUTHOR)).findFirst().map(row -> row.user(AUTHOR));
    }

    static long readableFrom(Row newest) {
        return newest.number(READABLE_FROM, 1);
    }

    static SortedMap<String, String> metadata(Row head) {
        return head.entries(ENTRIES);
    }

    static Version version(Row version) {
        return new Version(version.number(VERSION), content(version));
    }

    static VersionId versionId(Row version) {
        return new VersionId(PostId.parse(version.pk()), version.number(VERSION));
    }

    static Content content(Row version) {
        return new Content(version.string(TEXT), version.optionalString(DATA), version.users(Content.MENTIONS));
    }
}
