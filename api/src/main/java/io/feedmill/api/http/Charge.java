package io.feedmill.api.http;

import jakarta.servlet.ServletRequest;
import java.util.function.IntConsumer;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/** What a call costs its caller beyond one call of the limit: known while it works. */
public final class Charge {
    private static final String CONSUMER = Charge.class.getName();

    private Charge() {}

    /** Counts further calls against the limit of the call in progress, if it has one. The caller may owe them. */
    public static void calls(int further) {
        RequestAttributes request = RequestContextHolder.getRequestAttributes();
        if (further > 0
                && request != null
                && request.getAttribute(CONSUMER, RequestAttributes.SCOPE_REQUEST) instanceof IntConsumer consumer) {
            consumer.accept(further);
        }
    }

    /** Sets who counts the further calls of a request. */
    public static void to(IntConsumer consumer, ServletRequest request) {
        request.setAttribute(CONSUMER, consumer);
    }
}
