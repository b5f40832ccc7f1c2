package io.feedmill.api;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts APIs on free ports. */
public final class StartedApi {
    private StartedApi() {}

    /** Close it. */
    public static ConfigurableApplicationContext start(Class<?> api) {
        return new SpringApplicationBuilder(api)
                .profiles("local")
                .properties("server.port=0", "management.server.port=0", "spring.main.banner-mode=off")
                .run();
    }
}
