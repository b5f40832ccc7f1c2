package io.feedmill.api.security;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.RequestPath;
import org.springframework.stereotype.Component;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.filter.ServerHttpObservationFilter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPattern.PathMatchInfo;

/** All calls of the API: those of the handlers that say by {@link Access} who may make them. What is not among them is refused. */
@Component
final class Calls {
    private static final String FOUND = Calls.class.getName() + ".found";

    private final SingletonSupplier<List<HttpCall>> calls;

    /** A requested call with the variables of its path. */
    record Request(HttpCall call, Map<String, String> variables) {}

    /** The mapping needs the beans of security: it is asked with the first request. */
    Calls(@Qualifier("requestMappingHandlerMapping") ObjectFactory<RequestMappingHandlerMapping> mapping) {
        calls = SingletonSupplier.of(() -> mapping.getObject().getHandlerMethods().entrySet().stream()
                .flatMap(handler -> HttpCall.of(handler.getKey(), handler.getValue()))
                .sorted(Comparator.comparing(HttpCall::path, PathPattern.SPECIFICITY_COMPARATOR))
                .toList());
    }

    /** Returns all calls, the most specific path first. */
    List<HttpCall> all() {
        return calls.obtain();
    }

    /** Returns the requested call, the most specific one as Spring MVC does; empty if there is none. Looks it up once a request. */
    Optional<Request> find(HttpServletRequest request) {
        if (request.getAttribute(FOUND) instanceof Optional<?> known) {
            return known.map(Request.class::cast);
        }
        String method = method(request);
        Optional<Request> found =
                matches(request, call -> call.method().name().equals(method)).findFirst();
        request.setAttribute(FOUND, found);
        return found;
    }

    /** Names the requested call to the metrics of the request: of one that a filter refuses Spring MVC does not. */
    void name(HttpServletRequest request) {
        find(request)
                .ifPresent(found -> ServerHttpObservationFilter.findObservationContext(request)
                        .ifPresent(metrics ->
                                metrics.setPathPattern(found.call().path().getPatternString())));
    }

    List<String> methods(HttpServletRequest request) {
        return matches(request, call -> true)
                .map(match -> match.call().method())
                .flatMap(method ->
                        method == RequestMethod.GET ? Stream.of(method, RequestMethod.HEAD) : Stream.of(method))
                .distinct()
                .sorted()
                .map(RequestMethod::name)
                .toList();
    }

    private Stream<Request> matches(HttpServletRequest request, Predicate<HttpCall> candidates) {
        PathContainer path = RequestPath.parse(request.getRequestURI(), request.getContextPath())
                .pathWithinApplication();
        return all().stream().filter(candidates).flatMap(call -> {
            PathMatchInfo match = call.path().matchAndExtract(path);
            return match == null ? Stream.empty() : Stream.of(new Request(call, match.getUriVariables()));
        });
    }

    /** Spring MVC answers HEAD as GET. */
    private static String method(HttpServletRequest request) {
        return request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
    }
}
