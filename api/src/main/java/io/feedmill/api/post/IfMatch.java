package io.feedmill.api.post;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import java.util.List;
import org.springframework.http.ETag;
import org.springframework.http.HttpHeaders;

/**
 * The header {@code If-Match}: the versions that a client has read, so that no edit overwrites another one unseen.
 *
 * @param tags the entity tags; a weak one matches no version
 */
record IfMatch(List<ETag> tags) {

    /**
     * Returns the precondition.
     *
     * @throws ProblemException 428 if the header is absent, 400 if it has no entity tags
     */
    static IfMatch of(HttpHeaders headers) {
        List<String> values = headers.getOrEmpty(HttpHeaders.IF_MATCH);
        if (values.isEmpty()) {
            throw new ProblemException(
                    ProblemType.PRECONDITION_REQUIRED,
                    "Send If-Match with the ETag of the version that you have read.");
        }
        List<ETag> tags = ETag.parse(String.join(", ", values));
        if (tags.isEmpty()) {
            throw new ProblemException(
                    ProblemType.MALFORMED_REQUEST,
                    "Invalid If-Match: use the ETag of the post with its quotation marks.");
        }
        return new IfMatch(tags);
    }

    /**
     * Checks the current version.
     *
     * @throws ProblemException 412 if it is not one of those that the client has read
     */
    void check(long version) {
        String current = Long.toString(version);
        if (tags.stream()
                .noneMatch(tag -> tag.isWildcard() || (!tag.weak() && tag.tag().equals(current)))) {
            throw stale();
        }
    }

    static ProblemException stale() {
        return new ProblemException(
                ProblemType.VERSION_STALE, "The post has another version by now; read it and try again.");
    }
}
