package io.feedmill.worker;

import java.util.function.Function;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;

/**
 * Something of a test's own in a worker, in the place of what the worker has.
 *
 * @param type as the worker asks for it
 * @param make gets the worker, of which it can take what it stands before
 */
record Part<T>(Class<T> type, Function<ApplicationContext, T> make)
        implements ApplicationContextInitializer<GenericApplicationContext> {
    @Override
    public void initialize(GenericApplicationContext context) {
        context.registerBean(
                "part of the test", type, () -> make.apply(context), definition -> definition.setPrimary(true));
    }
}
