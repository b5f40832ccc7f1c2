package io.feedmill.api.security;

import io.feedmill.api.http.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.key.UserId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who makes a call, and for whom it reads. Controllers take it as an argument: it is resolved from the token and the query parameter
 * {@code viewer}.
 *
 * @param name the name in the token: the id of a user, or any name of a service
 * @param scopes what the token permits
 * @param viewer the user for whom the call reads; null: a service that names none, which reads what everybody may
 * @param announcer the author of announcements, as whom only {@link Scope#ADMIN} acts
 */
public record Caller(
        String name, Set<Scope> scopes, @Nullable UserId viewer, UserId announcer) {

    public boolean has(Scope scope) {
        return scopes.contains(scope);
    }

    /** Whether it is a service that may name any user. */
    boolean isService() {
        return has(Scope.ACT_AS);
    }

    /** Returns whether the call may be made as this user. */
    boolean mayActAs(String user) {
        return (isService() || user.equals(name)) && (!user.equals(announcer.value()) || administers());
    }

    /** Returns whether it may act by right of {@link Scope#ADMIN}; the audit log tells of it. */
    private boolean administers() {
        if (has(Scope.ADMIN)) {
            AuditLog.tellOfAdministrator();
        }
        return has(Scope.ADMIN);
    }

    /**
     * Returns the user whom the request names as the one that acts.
     *
     * @param field the name of the id in the request, such as {@code author}
     * @throws ProblemException 400 if the id is invalid, 403 if it is another user's
     */
    public UserId actAs(String field, String id) {
        UserId user = ClientIds.user(field, id);
        if (!mayActAs(id)) {
            throw ProblemException.refusal(
                    ProblemType.INSUFFICIENT_SCOPE,
                    "The token is not that of '" + field + "': name its own user, or use a token with the scope "
                            + missing(id).value() + ".");
        }
        return user;
    }

    /** Returns the scope without which it may not act as this user. */
    Scope missing(String user) {
        return isService() || user.equals(name) ? Scope.ADMIN : Scope.ACT_AS;
    }

    /** Returns whether it may change the posts of this author. A service that names a viewer acts for that user only. */
    public boolean mayChangePostsOf(UserId author) {
        return mayActAs(author.value()) && (viewer == null || viewer.equals(author));
    }

    /** Returns whether it may retract the posts of this author: an administrator all, as a takedown. */
    public boolean mayRetractPostsOf(UserId author) {
        return has(Scope.ADMIN) || mayChangePostsOf(author);
    }

    /** Returns what cursors are bound to: a user; for a service only to the viewer, who is in their scope. */
    public String cursorOwner() {
        return isService() ? "" : name;
    }

    Caller reading(@Nullable UserId reader) {
        return new Caller(name, scopes, reader, announcer);
    }
}
