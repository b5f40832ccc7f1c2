package io.feedmill.api.security;

import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.SecurityAnnotationScanners;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.util.pattern.PathPattern;

/** A call of the API, and who may make it by its {@link Access}; {@code anyOwner} null: no scope makes it concern anybody's things. */
record HttpCall(
        RequestMethod method,
        PathPattern path,
        Scope scope,
        String owner,
        @Nullable Scope anyOwner,
        boolean endless) {
    private static final Set<Scope> PRIVILEGES = EnumSet.of(Scope.ADMIN, Scope.IMPORT, Scope.REPORTS);

    /** Returns the calls of a handler; none if it does not say who may make them. */
    static Stream<HttpCall> of(RequestMappingInfo mapping, HandlerMethod handler) {
        Access access =
                SecurityAnnotationScanners.requireUnique(Access.class).scan(handler.getMethod(), handler.getBeanType());
        if (access == null) {
            return Stream.empty();
        }
        Scope anyOwner = access.anyOwner().length == 0 ? null : access.anyOwner()[0];
        return Objects.requireNonNull(mapping.getPathPatternsCondition()).getPatterns().stream()
                .flatMap(path -> mapping.getMethodsCondition().getMethods().stream()
                        .map(method -> new HttpCall(
                                method, path, access.scope(), access.owner(), anyOwner, access.endless())));
    }

    /** Returns the user whom the path names as the owner; null: none. */
    @Nullable String ownerIn(Map<String, String> variables) {
        return owner.startsWith("{") ? variables.get(owner.substring(1, owner.length() - 1)) : null;
    }

    /** Whether the owner is found in what is stored. */
    boolean isOfAuthor() {
        return owner.equals(Access.AUTHOR);
    }

    /** Whether a caller may name the user for whom it makes the call. */
    boolean takesViewer() {
        return !owner.equals(Access.ALL);
    }

    /** Returns the scope for all users' things by right of which the caller makes the call: {@code admin}, {@code import} or {@code reports}. */
    Optional<Scope> privilege(Caller caller) {
        return Stream.of(scope, Objects.requireNonNullElse(anyOwner, scope))
                .filter(PRIVILEGES::contains)
                .filter(caller::has)
                .findFirst();
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
