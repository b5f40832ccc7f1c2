package io.feedmill.api.post;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.feedmill.api.body.ClientText;
import io.feedmill.api.id.ClientIds;
import io.feedmill.api.problem.ProblemException;
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
        ClientText.require(text);
    }
}
