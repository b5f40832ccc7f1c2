package io.feedmill.api.post;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.feedmill.api.id.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.viewer.Permissions;
import io.feedmill.common.place.Place;
import io.feedmill.common.post.Audience;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The body of a request to publish. */
record NewPost(
        @JsonProperty(required = true) String author,
        @JsonProperty(required = true) String text,
        Optional<PlaceBody> place,
        Optional<Object> permissions) {
    private static final int MAX_CODE_POINTS = 10_000;

    /** Null where the post is nowhere in particular. */
    @Nullable Place where() {
        return place.map(PlaceBody::place).orElse(null);
    }

    /** Everyone where nothing is said. */
    Audience audience() {
        return permissions.map(Permissions::parse).orElse(Audience.everyone());
    }

    /** @throws ProblemException if the author's id or the text is not a valid one */
    void check() {
        ClientIds.user("author", author);
        int length = text.codePointCount(0, text.length());
        if (length < 1 || length > MAX_CODE_POINTS) {
            throw invalid("The text has " + length + " characters (code points); 1 to 10,000 are allowed.");
        }
        if (text.codePoints().anyMatch(NewPost::isHalfOfAPair)) {
            throw invalid("The text has half of a surrogate pair, which is no character.");
        }
    }

    private static boolean isHalfOfAPair(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    private static ProblemException invalid(String detail) {
        return new ProblemException(ProblemType.INVALID_TEXT, detail);
    }
}
