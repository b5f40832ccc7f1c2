package io.feedmill.worker;

import java.util.function.Function;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;

/**
 * A replacement for a bean of a worker.
 *
 * @param type the type of the replaced bean
 * @param make creates the replacement; takes the worker, so that the replacement can wrap the original
 */
record Part<T>(Class<T> type, Function<ApplicationContext, T> make)
        implements ApplicationContextInitializer<GenericApplicationContext> {
    @Override
    public void initialize(GenericApplicationContext context) {
        context.registerBean(
                "part of the test", type, () -> make.apply(context), definition -> definition.setPrimary(true));
    }
}
