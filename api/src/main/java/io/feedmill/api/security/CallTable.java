package io.feedmill.api.security;

import static io.feedmill.api.security.Call.Whose.ALL;
import static io.feedmill.api.security.Call.Whose.AUTHOR;
import static io.feedmill.api.security.Call.Whose.READER;
import static io.feedmill.api.security.Call.Whose.body;
import static io.feedmill.api.security.Call.Whose.path;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.RequestPath;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.stereotype.Component;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPattern.PathMatchInfo;

/** All calls of the API, and who may make them. {@code docs/security.md} shows the same table; what is not in it is refused. */
@Component
final class CallTable {
    static final List<Call> ALL_CALLS = List.of(
            Call.of("GET /v1/feeds/home/{user}", Scope.FEED, path("user")),
            Call.of("POST /v1/feeds/home/{user}:rebuild", Scope.FEED, path("user")),
            Call.of("GET /v1/feeds/home/{user}:rebuild", Scope.FEED, path("user")),
            Call.of("GET /v1/feeds/user/{author}", Scope.FEED, READER),
            Call.of("GET /v1/places/{country}/posts", Scope.FEED, READER),
            Call.of("GET /v1/places/{country}/{state}/posts", Scope.FEED, READER),
            Call.of("GET /v1/places/{country}/{state}/{city}/posts", Scope.FEED, READER),
            Call.of("GET /v1/posts/{id}", Scope.FEED, READER),
            Call.of("GET /v1/posts/{id}/versions", Scope.FEED, READER),
            Call.of("GET /v1/posts/{id}/versions/{number}", Scope.FEED, READER),
            Call.of("GET /v1/posts/{id}/metadata", Scope.FEED, READER),
            Call.of("GET /v1/posts/{id}/permissions", Scope.FEED, READER),
            Call.of("GET /v1/posts/{id}/fanout", Scope.FEED, READER),
            Call.of("GET /v1/posts/{id}/fanout/{user}", Scope.FEED, path("user")),
            Call.of("GET /v1/posts/{id}/jobs", Scope.FEED, READER),
            Call.of("GET /v1/posts/{id}/counters", Scope.FEED, READER),
            Call.of("POST /v1/posts", Scope.POST, body("author")),
            Call.of("PUT /v1/posts/{id}", Scope.POST, AUTHOR),
            Call.of("PUT /v1/posts/{id}/metadata", Scope.POST, AUTHOR),
            Call.of("PUT /v1/posts/{id}/permissions", Scope.POST, AUTHOR),
            Call.of("DELETE /v1/posts/{id}", Scope.POST, AUTHOR).or(Scope.ADMIN),
            Call.of("GET /v1/users/{user}/counters", Scope.POST, path("user")).or(Scope.REPORTS),
            Call.of("GET /v1/users/{user}/following", Scope.FOLLOW, path("user")),
            Call.of("GET /v1/users/{user}/following/{author}", Scope.FOLLOW, path("user")),
            Call.of("PUT /v1/users/{user}/following/{author}", Scope.FOLLOW, path("user")),
            Call.of("DELETE /v1/users/{user}/following/{author}", Scope.FOLLOW, path("user")),
            Call.of("GET /v1/users/{user}/followers", Scope.FOLLOW, path("user")),
            Call.of("DELETE /v1/users/{user}/followers/{follower}", Scope.FOLLOW, path("user")),
            Call.of("GET /v1/users/{user}/muted", Scope.FOLLOW, path("user")),
            Call.of("PUT /v1/users/{user}/muted/{author}", Scope.FOLLOW, path("user")),
            Call.of("DELETE /v1/users/{user}/muted/{author}", Scope.FOLLOW, path("user")),
            Call.of("GET /v1/users/{user}/blocked", Scope.FOLLOW, path("user")),
            Call.of("PUT /v1/users/{user}/blocked/{other}", Scope.FOLLOW, path("user")),
            Call.of("DELETE /v1/users/{user}/blocked/{other}", Scope.FOLLOW, path("user")),
            Call.of("POST /v1/posts/{id}/views", Scope.REACT, body("viewer")),
            Call.of("PUT /v1/posts/{id}/reactions/{kind}/{user}", Scope.REACT, path("user")),
            Call.of("DELETE /v1/posts/{id}/reactions/{kind}/{user}", Scope.REACT, path("user")),
            Call.of("POST /v1/rooms/{room}/messages", Scope.ROOM, body("user")),
            Call.of("GET /v1/rooms/{room}/messages", Scope.ROOM, ALL),
            Call.of("POST /v1/devices/{device}/events", Scope.DEVICE, ALL),
            Call.of("GET /v1/devices/{device}/events", Scope.DEVICE, ALL),
            Call.of("POST /v1/follows:import", Scope.IMPORT, ALL),
            Call.of("GET /v1/reports", Scope.REPORTS, ALL),
            Call.of("GET /v1/reports/{id}", Scope.REPORTS, ALL),
            Call.of("POST /v1/reports:run", Scope.REPORTS, ALL),
            Call.of("POST /v1/admin/announcements", Scope.ADMIN, ALL),
            Call.of("GET /v1/admin/announcements/{id}", Scope.ADMIN, ALL),
            Call.of("GET /v1/admin/dead-letters", Scope.ADMIN, ALL),
            Call.of("POST /v1/admin/dead-letters/{queue}:redrive", Scope.ADMIN, ALL),
            Call.of("GET /v1/admin/partitions/{table}", Scope.ADMIN, ALL),
            Call.of("GET /v1/admin/rooms/{room}", Scope.ADMIN, ALL),
            Call.of("PUT /v1/admin/rooms/{room}", Scope.ADMIN, ALL));

    private static final String FOUND = CallTable.class.getName() + ".found";

    private final List<Call> calls;

    /** A requested call with the variables of its path. */
    record Request(Call call, Map<String, String> variables) {}

    /** What a lookup has found. */
    private record Found(Optional<Request> request) {}

    CallTable(@Value("${feedmill.admin.enabled:false}") boolean admin) {
        this.calls = ALL_CALLS.stream()
                .filter(call -> admin || !call.isAdmin())
                .sorted(Comparator.comparing(Call::path, PathPattern.SPECIFICITY_COMPARATOR))
                .toList();
    }

    List<Call> calls() {
        return calls;
    }

    /** Returns the requested call, the most specific one as Spring MVC does; empty if there is none. Looks it up once a request. */
    Optional<Request> find(HttpServletRequest request) {
        if (request.getAttribute(FOUND) instanceof Found known) {
            return known.request();
        }
        String method = method(request);
        Optional<Request> found =
                matches(request, call -> call.method().equals(method)).findFirst();
        request.setAttribute(FOUND, new Found(found));
        return found;
    }

    /** Returns the methods of the calls at the requested path. */
    List<String> methods(HttpServletRequest request) {
        return matches(request, call -> true)
                .map(match -> match.call().method())
                .distinct()
                .toList();
    }

    private Stream<Request> matches(HttpServletRequest request, Predicate<Call> candidates) {
        PathContainer path = RequestPath.parse(request.getRequestURI(), request.getContextPath())
                .pathWithinApplication();
        return calls.stream().filter(candidates).flatMap(call -> {
            PathMatchInfo match = call.match(path);
            return match == null ? Stream.empty() : Stream.of(new Request(call, match.getUriVariables()));
        });
    }

    /** Spring MVC answers HEAD as GET. */
    private static String method(HttpServletRequest request) {
        return request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
    }

    /** Returns a matcher of the requests for this call. */
    RequestMatcher matcher(Call call) {
        return new RequestMatcher() {
            @Override
            public boolean matches(HttpServletRequest request) {
                return matcher(request).isMatch();
            }

            @Override
            public MatchResult matcher(HttpServletRequest request) {
                return find(request)
                        .filter(found -> found.call().equals(call))
                        .map(found -> MatchResult.match(found.variables()))
                        .orElseGet(MatchResult::notMatch);
            }
        };
    }
}
