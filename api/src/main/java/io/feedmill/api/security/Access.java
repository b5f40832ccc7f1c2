package io.feedmill.api.security;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.core.annotation.AliasFor;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Who may make the call of a handler, or all calls of a controller. Without it a call is refused to everybody; {@code docs/security.md} lists all. */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Access {
    /** The owner of a call that reads for its caller, see {@link Caller#viewer()}. */
    String READER = "what the caller may read";

    /** The owner of a call that changes what is stored: others get 404, see {@link Caller#mayChangePostsOf}. */
    String AUTHOR = "what the caller wrote";

    /** The owner of what operators do: the scope is enough. */
    String ALL = "all";

    /** The scope that the call needs. */
    Scope scope();

    /**
     * Whose things the call concerns, unless a service makes it: {@code {user}} names a variable of the path, {@code author} a field of the body, see
     * {@link Caller#actAs}; or {@link #READER}, {@link #AUTHOR}, {@link #ALL}.
     */
    String owner();

    /** A scope with which the call may concern anybody's things, and {@link #scope} is not needed. */
    Scope[] anyOwner() default {};

    /** Whether the answer goes on until the client or the server ends it: then it is not among the caller's requests in progress. */
    boolean endless() default false;

    /** A controller of calls for administrators only, which answer with JSON unless they say otherwise. The API has it if the setting says so. */
    @Target(ElementType.TYPE)
    @Retention(RetentionPolicy.RUNTIME)
    @ConditionalOnBooleanProperty("feedmill.admin.enabled")
    @RestController
    @RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    @Access(scope = Scope.ADMIN, owner = ALL)
    @interface AdminController {
        /** The path with which those of its calls begin. */
        @AliasFor(annotation = RequestMapping.class)
        String path();
    }
}
