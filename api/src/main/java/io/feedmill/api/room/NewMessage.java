package io.feedmill.api.room;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.feedmill.api.body.ClientText;
import io.feedmill.api.id.ClientIds;
import io.feedmill.api.problem.ProblemException;

/** The body of a request to say something. */
record NewMessage(
        @JsonProperty(required = true) String user,
        @JsonProperty(required = true) String text) {

    /** @throws ProblemException if the user's id or the text is not a valid one */
    void check() {
        ClientIds.user("user", user);
        ClientText.require(text);
    }
}
