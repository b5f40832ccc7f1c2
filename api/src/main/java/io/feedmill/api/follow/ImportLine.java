package io.feedmill.api.follow;

import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.UserId;
import java.util.StringTokenizer;

/** A parsed line of an import. */
sealed interface ImportLine {

    /** A follow to store. */
    record Relation(Follow follow) implements ImportLine {}

    /** A blank line or a comment. */
    record Nothing() implements ImportLine {}

    /** An invalid line. */
    record Rejected(String reason) implements ImportLine {}

    static ImportLine parse(String line) {
        StringTokenizer words = new StringTokenizer(line, " \t");
        if (!words.hasMoreTokens() || line.stripLeading().startsWith("#")) {
            return new Nothing();
        }
        if (words.countTokens() != 2) {
            return new Rejected("expected a follower and an author, found " + words.countTokens() + " words");
        }
        return relation(words.nextToken(), words.nextToken());
    }

    private static ImportLine relation(String follower, String author) {
        if (!UserId.isValid(follower)) {
            return new Rejected("the follower's id is not valid");
        }
        if (!UserId.isValid(author)) {
            return new Rejected("the author's id is not valid");
        }
        return follower.equals(author)
                ? new Rejected("the follower and the author are the same")
                : new Relation(new Follow(new UserId(follower), new UserId(author)));
    }
}
