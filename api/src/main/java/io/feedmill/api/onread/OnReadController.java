package io.feedmill.api.onread;

import io.feedmill.api.http.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access.AdminController;
import io.feedmill.common.key.UserId;
import io.feedmill.common.onread.OnReadAuthor;
import io.feedmill.common.onread.OnReadStore;
import io.feedmill.common.onread.OnReadStore.ListResult;
import java.util.Optional;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;

/** The list of authors whose posts pages read from their feeds. */
@AdminController(path = "/v1/admin/on-read/{author}")
record OnReadController(OnReadStore store, OnReadAuthors authors) {
    /**
     * An author on the list.
     *
     * @param listed whether new posts are on read; false: taken off, and pages still read earlier ones from the author's feed
     * @param everyone whether the pages of all readers have the posts
     */
    record OnReadResponse(String author, boolean listed, boolean everyone) {
        static OnReadResponse of(OnReadAuthor entry) {
            return new OnReadResponse(entry.author().value(), entry.listed(), entry.everyone());
        }
    }

    @GetMapping
    OnReadResponse getOnRead(@PathVariable String author) {
        return found(store.find(ClientIds.user("author", author)));
    }

    private static OnReadResponse found(Optional<OnReadAuthor> entry) {
        return entry.map(OnReadResponse::of)
                .orElseThrow(() -> new ProblemException(
                        ProblemType.ON_READ_AUTHOR_NOT_FOUND, "The posts of this author are not on read."));
    }

    @PutMapping
    OnReadResponse putOnRead(@PathVariable String author) {
        UserId user = ClientIds.user("author", author);
        boolean everyone = store.find(user).filter(OnReadAuthor::everyone).isPresent();
        if (authors.list(user, everyone) == ListResult.FULL) {
            throw new ProblemException(
                    ProblemType.ON_READ_LIST_FULL,
                    "The list has %,d authors: take others off.".formatted(OnReadStore.MAX));
        }
        return found(store.find(user));
    }

    @DeleteMapping
    OnReadResponse deleteOnRead(@PathVariable String author) {
        UserId user = ClientIds.user("author", author);
        return found(authors.changing(user, lists -> lists.takeOff(user)));
    }
}
