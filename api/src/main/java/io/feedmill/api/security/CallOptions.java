package io.feedmill.api.security;

import io.feedmill.api.http.QueryArgumentResolver;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Refuses parameters, conditions, bodies and encodings that the handler does not take: its success would also answer them. Answers 204 if it returns nothing. */
@Component
record CallOptions(Calls calls, List<QueryArgumentResolver<?>> arguments)
        implements HandlerInterceptor, WebMvcConfigurer {
    private static final List<String> CONDITIONS =
            List.of(HttpHeaders.IF_MATCH, HttpHeaders.IF_UNMODIFIED_SINCE, HttpHeaders.IF_NONE_MATCH);
    private static final String ENCODING = "identity";

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this);
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        if (handler instanceof HandlerMethod call && request.getDispatcherType() == DispatcherType.REQUEST) {
            requireNoEncoding(request);
            requireNoBody(call, request);
            List<String> taken = taken(call, request);
            requireTaken(taken, QueryArgumentResolver.names(request));
            requireMet(taken, request);
            answer(call, response);
        }
        return true;
    }

    private static void requireNoEncoding(HttpServletRequest request) {
        if (!Collections.list(request.getHeaders(HttpHeaders.CONTENT_ENCODING)).stream()
                .allMatch(ENCODING::equalsIgnoreCase)) {
            ProblemException refusal = new ProblemException(
                    ProblemType.UNSUPPORTED_MEDIA_TYPE, "Send the body as it is, without a Content-Encoding.");
            refusal.getHeaders().set(HttpHeaders.ACCEPT_ENCODING, ENCODING);
            throw refusal;
        }
    }

    /** An empty body, such as one of no chunks, is none. */
    private static void requireNoBody(HandlerMethod call, HttpServletRequest request) throws IOException {
        RequestMapping mapping = Objects.requireNonNull(call.getMethodAnnotation(RequestMapping.class));
        if (mapping.consumes().length == 0
                && (request.getContentLengthLong() > 0
                        || request.getInputStream().read() >= 0)) {
            throw ProblemException.invalidBody("The call takes no body; send none.");
        }
    }

    private static void requireTaken(List<String> taken, Stream<String> parameters) {
        parameters.filter(name -> !taken.contains(name)).findFirst().ifPresent(name -> {
            throw ProblemException.invalidParameter("The parameter '" + ProblemException.printable(name)
                    + "' is unknown; the call takes "
                    + (taken.isEmpty() ? "none." : "only " + String.join(", ", taken) + "."));
        });
    }

    /** That a client has the newest version of what it reads is no condition for an answer with it. */
    private static void requireMet(List<String> taken, HttpServletRequest request) {
        boolean reads = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
        CONDITIONS.stream()
                .filter(name -> request.getHeader(name) != null && !taken.contains(name))
                .filter(name -> !(reads && name.equals(HttpHeaders.IF_NONE_MATCH)))
                .findFirst()
                .ifPresent(name -> {
                    throw new ProblemException(
                            ProblemType.MALFORMED_REQUEST, "The call takes no '" + name + "'; leave it out.");
                });
    }

    /** Unless the handler has another status, or writes the answer itself. */
    private static void answer(HandlerMethod call, HttpServletResponse response) {
        if (call.isVoid()
                && Arrays.stream(call.getMethodParameters())
                        .noneMatch(argument -> argument.getParameterType() == HttpServletResponse.class)) {
            response.setStatus(HttpServletResponse.SC_NO_CONTENT);
        }
    }

    private List<String> taken(HandlerMethod handler, HttpServletRequest request) {
        Stream<String> viewer =
                calls.find(request).filter(found -> found.call().takesViewer()).map(found -> "viewer").stream();
        return Stream.concat(Arrays.stream(handler.getMethodParameters()).flatMap(this::taken), viewer)
                .toList();
    }

    private Stream<String> taken(MethodParameter argument) {
        return argument.hasParameterAnnotation(RequestParam.class)
                ? Stream.of(argument.getParameter().getName())
                : arguments.stream()
                        .filter(resolver -> resolver.supportsParameter(argument))
                        .flatMap(resolver -> resolver.options().stream());
    }
}
