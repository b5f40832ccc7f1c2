package io.feedmill.api.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Resolves arguments of one type from query parameters or headers, and only from them: Spring's own binding would also read other headers. */
public abstract class QueryArgumentResolver<T> implements HandlerMethodArgumentResolver, WebMvcConfigurer {
    private final Class<T> type;
    private final Function<NativeWebRequest, T> arguments;
    private final List<String> options;

    /** @param options the names of the options that it reads */
    protected QueryArgumentResolver(Class<T> type, Function<NativeWebRequest, T> arguments, String... options) {
        this.type = type;
        this.arguments = arguments;
        this.options = List.of(options);
    }

    public List<String> options() {
        return options;
    }

    /** Returns the names of the query parameters of a request, which has no form. */
    public static Stream<String> names(HttpServletRequest request) {
        return request.getParameterMap().keySet().stream();
    }

    /** Returns a query parameter; null if it is absent. Repeated values are joined by commas, which makes them invalid. */
    public static @Nullable String parameter(NativeWebRequest request, String name) {
        String[] values = request.getParameterValues(name);
        return values == null ? null : String.join(",", values);
    }

    @Override
    public final void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(this);
    }

    @Override
    public final boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == type;
    }

    @Override
    public final T resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        return arguments.apply(request);
    }
}
