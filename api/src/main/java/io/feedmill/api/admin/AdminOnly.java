package io.feedmill.api.admin;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * A bean that is there only if admin calls are enabled. A controller that is not there answers nothing: its paths are as unknown as any, to
 * whatever spelling of them.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Conditional(AdminOnly.Enabled.class)
public @interface AdminOnly {

    /** Asks the settings. */
    final class Enabled implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return Binder.get(context.getEnvironment())
                    .bindOrCreate(AdminSettings.PREFIX, AdminSettings.class)
                    .enabled();
        }
    }
}
