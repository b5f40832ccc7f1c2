package io.feedmill.simulation;

import io.feedmill.api.FeedmillApi;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockServletConfig;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.servlet.DispatcherServlet;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** An API process: its filters and its servlet answer requests, without a port. */
final class ApiProcess extends SimulatedProcess {
    private static final Supplier<ServiceBeans> BEANS =
            SingletonSupplier.of(() -> ServiceBeans.of(FeedmillApi.class, settings()));

    private final Filter[] filters;
    private final DispatcherServlet servlet;
    private boolean ready;

    /** Finds the beans, on the calling thread. */
    static void prepare() {
        Objects.requireNonNull(BEANS.get());
    }

    ApiProcess(String name, World world) {
        super(name, world, BEANS.get());
        this.filters = allBeans(Filter.class).toArray(Filter[]::new);
        this.servlet = within(this::servlet);
    }

    private static Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>(ServiceBeans.SETTINGS);
        settings.put(
                "feedmill.security.public-key-location", Tokens.publicKeyFile().toString());
        settings.put("feedmill.security.services", Tokens.SERVICE);
        return settings;
    }

    private DispatcherServlet servlet() {
        try {
            DispatcherServlet made = new DispatcherServlet(beans().context());
            made.init(new MockServletConfig(beans().context().getServletContext()));
            return made;
        } catch (ServletException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    boolean isSeen(ExecutionInterceptor interceptor) {
        return false;
    }

    void start() {
        thread("start", () -> {
            startLifecycles();
            ready = true;
        });
    }

    /** Whether it takes requests. */
    boolean isReady() {
        return ready && !time().hasEnded();
    }

    /** Stops it as SIGTERM does: no more requests, the end of what is in progress. */
    Thread stop() {
        ready = false;
        return thread("stop", () -> {
            stopLifecycles();
            time().pass(Duration.ofSeconds(20).toNanos());
            end();
        });
    }

    /** Answers a request on the calling thread, which belongs to this process until then. */
    void answer(MockHttpServletRequest request, MockHttpServletResponse response) {
        within(() -> {
            try {
                time().awake();
                new MockFilterChain(servlet, filters).doFilter(request, response);
            } catch (IOException e) {
                // The client has left.
            } catch (ServletException e) {
                response.setStatus(500);
            }
            return null;
        });
        time().awake();
    }

    MockHttpServletRequest request(String method, String path) {
        return new MockHttpServletRequest(beans().context().getServletContext(), method, path);
    }
}
