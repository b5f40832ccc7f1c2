package io.feedmill.api.security;

import io.feedmill.api.http.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.key.UserId;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * Who makes a call, and as which {@code viewer}: an argument of controllers, from the token and the query parameter {@code viewer}. The name is the id
 * of a user or device, or any name of a service. A service without a viewer reads what everybody may and acts as any user. As {@code announcer} only
 * {@link Scope#ADMIN} acts.
 */
public record Caller(
        String name, Set<Scope> scopes, @Nullable UserId viewer, UserId announcer, CallerRights rights) {

    /** The attributes of a request that the audit log tells of: that an administrator makes it, and for which user a service does. */
    static final String ADMINISTERED = Caller.class.getName() + ".administered";

    static final String ACTED_AS = Caller.class.getName() + ".actedAs";

    /** What was taken back from callers. Thread-safe. */
    public interface CallerRights {
        /** Throws a {@link BadJwtException} if the caller's token was taken back. */
        void requireCurrent(String name, Instant issued);

        /** Throws 403 if the caller is suspended. */
        void requireActive(String caller);
    }

    private static void mark(String attribute, Object value) {
        RequestAttributes request = RequestContextHolder.getRequestAttributes();
        if (request != null) {
            request.setAttribute(attribute, value, RequestAttributes.SCOPE_REQUEST);
        }
    }

    public boolean has(Scope scope) {
        return scopes.contains(scope);
    }

    /** Whether it is a service that may name any user. */
    boolean isService() {
        return has(Scope.ACT_AS);
    }

    /** Returns whether the scope lets it concern anybody's things: that of a service that names a viewer lets it not. */
    public boolean isEntitledTo(Scope scope) {
        return has(scope) && !(isService() && viewer != null);
    }

    boolean mayActAs(String user) {
        if (isService()) {
            mark(ACTED_AS, user);
        }
        return represents(user) && (!user.equals(announcer.value()) || administers());
    }

    private boolean represents(String user) {
        return viewer == null ? isService() || user.equals(name) : user.equals(viewer.value());
    }

    /** Returns whether it may act by right of {@link Scope#ADMIN}; the audit log tells of it. */
    private boolean administers() {
        if (has(Scope.ADMIN)) {
            mark(ADMINISTERED, true);
        }
        return has(Scope.ADMIN);
    }

    /** Returns the user who acts, by this field of the request; throws 400 if the id is invalid, 403 if another one or a suspended user. */
    public UserId actAs(String field, String id) {
        UserId user = ClientIds.user(field, id);
        requireActsAs(id);
        return user;
    }

    /** Throws 403 unless the call may be made as this user, who is not suspended. */
    void requireActsAs(String user) {
        if (!mayActAs(user)) {
            throw refusal(user);
        }
        rights.requireActive(user);
    }

    private ProblemException refusal(String user) {
        if (represents(user)) {
            return refusal(Scope.ADMIN, "To act as this user, a token needs the scope admin.");
        }
        return isService()
                ? refusal(Scope.ACT_AS, "The call names another user than its 'viewer'.")
                : refusal(
                        Scope.ACT_AS,
                        "The call concerns another user than that of the token: it needs the scope act-as.");
    }

    /** Returns the problem of a call that needs a scope which the token lacks. */
    static ProblemException refusal(Scope missing, String detail) {
        ProblemException problem = ProblemException.refusal(ProblemType.INSUFFICIENT_SCOPE, detail);
        problem.getHeaders()
                .set(
                        HttpHeaders.WWW_AUTHENTICATE,
                        "Bearer error=\"insufficient_scope\", scope=\"" + missing.value() + "\"");
        return problem;
    }

    /** Returns whether it may change what this user wrote; throws 403 if it may, and the user is suspended. */
    public boolean mayChangePostsOf(UserId author) {
        boolean may = mayActAs(author.value());
        if (may) {
            rights.requireActive(author.value());
        }
        return may;
    }

    /** Returns whether it may retract the posts of this author: an administrator all, as a takedown. */
    public boolean mayRetractPostsOf(UserId author) {
        return isEntitledTo(Scope.ADMIN) || mayChangePostsOf(author);
    }

    /** Returns whether it sees what readers of this author's posts do not: the author, and an administrator who reads for no other user. */
    public boolean seesAllOf(UserId author) {
        return author.equals(viewer) || (isEntitledTo(Scope.ADMIN) && administers());
    }

    /** Returns what cursors are bound to: a user; for a service only to the viewer, who is in their scope. */
    public String cursorOwner() {
        return isService() ? "" : name;
    }

    Caller reading(@Nullable UserId reader) {
        return new Caller(name, scopes, reader, announcer, rights);
    }
}
