package io.feedmill.api.security;

import static org.springframework.security.authorization.AuthorityAuthorizationManager.hasAuthority;
import static org.springframework.security.authorization.AuthorizationManagers.allOf;
import static org.springframework.security.authorization.AuthorizationManagers.anyOf;

import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPattern.PathMatchInfo;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * A call of the API, and who may make it.
 *
 * @param scope the scope that it needs
 * @param whose whose things it concerns: the caller's own, unless the token has {@link Scope#ACT_AS}
 * @param instead a scope with which anybody's things may be concerned, and {@code scope} is not needed; null: none
 */
record Call(
        String method,
        PathPattern path,
        Scope scope,
        Whose whose,
        @Nullable Scope instead) {

    /**
     * Whose things a call concerns.
     *
     * @param text for the docs
     * @param variable the variable of the path that names the user; null: the controller checks it, or nobody
     */
    record Whose(String text, @Nullable String variable) {
        /** The messages of rooms, the events of devices, what operators do: the scope is enough. */
        static final Whose ALL = new Whose("all", null);
        /** The call reads for the caller, see {@link Caller#viewer()}. */
        static final Whose READER = new Whose("what the caller may read", null);
        /** Others get 404, see {@link Caller#mayChangePostsOf}. */
        static final Whose AUTHOR = new Whose("the caller's posts", null);

        static Whose path(String variable) {
            return new Whose("`{" + variable + "}`", variable);
        }

        /** A field of the body, see {@link Caller#actAs}. */
        static Whose body(String field) {
            return new Whose("`" + field + "` in the body", null);
        }
    }

    /** @param line method and path, such as {@code GET /v1/posts/{id}} */
    static Call of(String line, Scope scope, Whose whose) {
        String[] parts = line.split(" ", 2);
        return new Call(parts[0], PathPatternParser.defaultInstance.parse(parts[1]), scope, whose, null);
    }

    /** Returns the call with another scope that is enough for it. */
    Call or(Scope other) {
        return new Call(method, path, scope, whose, other);
    }

    boolean isAdmin() {
        return scope == Scope.ADMIN;
    }

    /** Returns whether the caller makes the call by right of {@link Scope#ADMIN}. */
    boolean isAdministered(Caller caller) {
        return (scope == Scope.ADMIN || instead == Scope.ADMIN) && caller.has(Scope.ADMIN);
    }

    boolean isPermitted(Caller caller) {
        return caller.has(scope) || (instead != null && caller.has(instead));
    }

    @Nullable PathMatchInfo match(PathContainer requested) {
        return path.matchAndExtract(requested);
    }

    /** Returns the rule of the call. */
    AuthorizationManager<RequestAuthorizationContext> rule(Callers callers) {
        AuthorizationManager<RequestAuthorizationContext> rule = allOf(hasAuthority(scope.authority()), own(callers));
        return instead == null ? rule : anyOf(rule, hasAuthority(instead.authority()));
    }

    private AuthorizationManager<RequestAuthorizationContext> own(Callers callers) {
        String variable = whose.variable();
        return (authentication, context) -> new AuthorizationDecision(variable == null
                || callers.of(authentication.get())
                        .mayActAs(String.valueOf(context.getVariables().get(variable))));
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
