package io.feedmill.api.post;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.feedmill.api.body.ClientText;
import io.feedmill.api.id.ClientIds;
import io.feedmill.api.problem.ProblemException;

/** The body of a request to publish. */
record NewPost(
        @JsonProperty(required = true) String author,
        @JsonProperty(required = true) String text) {

    /** @throws ProblemException if the author's id or the text is not a valid one */
    void check() {
        ClientIds.user("author", author);
        ClientText.require(text);
    }
}
