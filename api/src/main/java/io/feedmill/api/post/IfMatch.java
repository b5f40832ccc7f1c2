package io.feedmill.api.post;

import io.feedmill.api.http.QueryArgumentResolver;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ETag;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/** The header {@code If-Match}: the versions that a client has read, or none. Only their numbers: proxies that compress weaken or extend a tag. */
record IfMatch(List<ETag> tags) {
    private static final String BEHIND = "([^0-9a-zA-Z]+[a-zA-Z]\\w*)?";

    /** @throws ProblemException 400 if the header has no entity tags */
    private static IfMatch of(String @Nullable [] values) {
        if (values == null) {
            return new IfMatch(List.of());
        }
        List<ETag> tags = ETag.parse(String.join(", ", values));
        if (tags.isEmpty()) {
            throw new ProblemException(
                    ProblemType.MALFORMED_REQUEST,
                    "Invalid If-Match: use the ETag of the post with its quotation marks.");
        }
        return new IfMatch(tags);
    }

    /** @throws ProblemException 428 if the header is absent */
    IfMatch require() {
        if (tags.isEmpty()) {
            throw new ProblemException(
                    ProblemType.PRECONDITION_REQUIRED,
                    "Send If-Match with the ETag of the version that you have read.");
        }
        return this;
    }

    /** Returns whether the header names the current version: then the change is of this one only. Throws 412 if it names others. */
    boolean names(long version) {
        boolean any = tags.isEmpty() || tags.stream().anyMatch(ETag::isWildcard);
        if (!any && tags.stream().noneMatch(tag -> tag.tag().matches(version + BEHIND))) {
            throw stale();
        }
        return !any;
    }

    static ProblemException stale() {
        return new ProblemException(
                ProblemType.VERSION_STALE, "The post has another version by now; read it and try again.");
    }

    @Component
    static final class Resolver extends QueryArgumentResolver<IfMatch> {
        Resolver() {
            super(IfMatch.class, request -> of(request.getHeaderValues(HttpHeaders.IF_MATCH)), HttpHeaders.IF_MATCH);
        }
    }
}
