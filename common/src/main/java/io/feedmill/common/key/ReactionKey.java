package io.feedmill.common.key;

import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A user's reaction to a post. In the user's partition its sort key is {@code <post id>_<kind>}, so that the posts of a page are a range. */
public record ReactionKey(PostId post, String kind, UserId user) {
    private static final Pattern KIND = Pattern.compile("[a-z0-9-]{1,32}");

    public ReactionKey {
        if (!isKind(kind)) {
            throw Refusal.of("a kind of 1 to 32 characters from a-z 0-9 -", kind);
        }
    }

    /** The inverse of {@link #sortKey}. */
    public static ReactionKey of(UserId user, String sortKey) {
        String[] parts = sortKey.split(String.valueOf(ViewKey.SEPARATOR), -1);
        if (parts.length != 2) {
            throw Refusal.of("a post id and a kind", sortKey);
        }
        return new ReactionKey(PostId.parse(parts[0]), parts[1], user);
    }

    /** Whether it is the name of a kind of reaction: 1 to 32 characters from a-z 0-9 -. */
    public static boolean isKind(String name) {
        return KIND.matcher(name).matches();
    }

    /** Exactly the sort keys of reactions to these posts and to those between them; the first is not newer than the last. */
    public static KeyRange range(PostId first, PostId last) {
        return new KeyRange(first.value() + ViewKey.SEPARATOR, end(last));
    }

    /** Exactly the sort keys of reactions to this post and to older ones. */
    public static KeyRange upTo(PostId last) {
        return new KeyRange("1", end(last));
    }

    private static String end(PostId last) {
        return last.value() + (char) (ViewKey.SEPARATOR + 1);
    }

    /** The kinds of these reactions by their posts. */
    public static Map<PostId, SortedSet<String>> kinds(Stream<ReactionKey> reactions) {
        return reactions.collect(Collectors.groupingBy(
                ReactionKey::post, Collectors.mapping(ReactionKey::kind, Collectors.toCollection(TreeSet::new))));
    }

    public String sortKey() {
        return post.value() + ViewKey.SEPARATOR + kind;
    }
}
