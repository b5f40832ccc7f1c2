package io.feedmill.api.security;

import java.util.Comparator;
import java.util.List;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.support.StaticWebApplicationContext;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** The calls of all controllers, those of administrators included, read without a server. */
public final class AllCalls {
    private static final Calls CALLS = read();
    private static final Comparator<HttpCall> ORDER = Comparator.comparing(HttpCall::scope)
            .thenComparing(call -> call.path().getPatternString())
            .thenComparing(HttpCall::method);

    private AllCalls() {}

    private static Calls read() {
        ClassPathScanningCandidateComponentProvider controllers =
                new ClassPathScanningCandidateComponentProvider(false);
        controllers.setEnvironment(new MockEnvironment().withProperty("feedmill.admin.enabled", "true"));
        controllers.addIncludeFilter(new AnnotationTypeFilter(RestController.class));
        StaticWebApplicationContext context = new StaticWebApplicationContext();
        controllers
                .findCandidateComponents("io.feedmill.api")
                .forEach(found -> context.registerBeanDefinition(String.valueOf(found.getBeanClassName()), found));
        RequestMappingHandlerMapping mapping = new RequestMappingHandlerMapping();
        mapping.setApplicationContext(context);
        mapping.afterPropertiesSet();
        return new Calls(() -> mapping);
    }

    static Calls calls() {
        return CALLS;
    }

    /** Returns them as the docs list them: the method and the pattern of the path. */
    public static List<String> lines() {
        return list().stream().map(HttpCall::toString).toList();
    }

    /** Returns all, as the docs list them. */
    static List<HttpCall> list() {
        return CALLS.all().stream().sorted(ORDER).toList();
    }
}
