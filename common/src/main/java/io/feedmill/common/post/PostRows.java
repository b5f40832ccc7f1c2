package io.feedmill.common.post;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.VersionKey;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A post as rows of the table {@code posts}: its metadata, the copy of its newest version, and each version. */
public final class PostRows {
    static final String METADATA = "metadata";
    static final String RETRACTED = "retracted";
    private static final String AUTHOR = "author";
    private static final String TEXT = "text";
    private static final String VERSION = "version";

    private PostRows() {}

    /** What a new post consists of. */
    public static List<Map<String, AttributeValue>> rows(Post post) {
        return List.of(
                Attributes.key(post.id().value(), METADATA)
                        .string(AUTHOR, post.author())
                        .number(VERSION, post.version())
                        .map(),
                version(post, VersionKey.NEWEST),
                version(post, VersionKey.of(post.version())));
    }

    private static Map<String, AttributeValue> version(Post post, String sk) {
        return Attributes.key(post.id().value(), sk)
                .string(AUTHOR, post.author())
                .string(TEXT, post.text())
                .number(VERSION, post.version())
                .map();
    }

    static Map<String, AttributeValue> metadataKey(PostId post) {
        return Attributes.key(post.value(), METADATA).map();
    }

    static Map<String, AttributeValue> newestKey(PostId post) {
        return Attributes.key(post.value(), VersionKey.NEWEST).map();
    }

    static String author(Row metadata) {
        return metadata.string(AUTHOR);
    }

    static Post post(Row version) {
        return new Post(
                PostId.parse(version.pk()), version.string(AUTHOR), version.string(TEXT), version.number(VERSION));
    }
}
