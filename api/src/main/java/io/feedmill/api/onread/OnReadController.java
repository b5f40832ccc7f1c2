package io.feedmill.api.onread;

import io.feedmill.api.http.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access.AdminController;
import io.feedmill.common.key.UserId;
import io.feedmill.common.onread.OnReadAuthor;
import io.feedmill.common.onread.OnReadStore;
import java.util.Optional;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;

/** The list of authors whose posts pages read from their feeds. */
@AdminController(path = "/v1/admin/on-read/{author}")
record OnReadController(OnReadStore store, OnReadAuthors authors) {
    /** An author on the list; not {@code listed}: taken off, and pages still read earlier posts. {@code everyone}: the pages of all readers do. */
    record OnReadResponse(String author, boolean listed, boolean everyone) {}

    @GetMapping
    OnReadResponse getOnRead(@PathVariable String author) {
        return found(store.find(ClientIds.user("author", author)));
    }

    private static OnReadResponse found(Optional<OnReadAuthor> entry) {
        return entry.map(found -> new OnReadResponse(found.author().value(), found.listed(), found.everyone()))
                .orElseThrow(() -> new ProblemException(
                        ProblemType.ON_READ_AUTHOR_NOT_FOUND, "The posts of this author are not on read."));
    }

    @PutMapping
    OnReadResponse putOnRead(@PathVariable String author) {
        UserId user = ClientIds.user("author", author);
        boolean everyone = store.find(user).filter(OnReadAuthor::everyone).isPresent();
        authors.list(user, everyone);
        return found(store.find(user));
    }

    @DeleteMapping
    OnReadResponse deleteOnRead(@PathVariable String author) {
        UserId user = ClientIds.user("author", author);
        return found(authors.changing(user, lists -> lists.takeOff(user)));
    }
}
