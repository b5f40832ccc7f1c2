package io.feedmill.api;

import io.feedmill.api.security.SampleCalls;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ActiveProfiles;

/** A test of the API over HTTP with fake stores. Such tests share one server, so each uses its own ids. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ActiveProfiles("local")
@Import({Http.class, SampleCalls.class})
@SpringBootTest(
        classes = FakeApi.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = "logging.level.io.feedmill.api.problem=off")
public @interface ApiTest {
    /** The property of tests that announce: they have another server, because home feeds of all users have their announcements. OriginsIT needs it. */
    String ANNOUNCES = "feedmill.http.allowed-origins=https://app.example.org,http://localhost:3000,"
            + "capacitor://localhost,ionic://localhost,tauri://localhost,chrome-extension://abcdefghijklmnopabcdefghijklmnop,app://-";

    /** The properties of tests of small bounds. */
    String BOUNDS = """
            feedmill.live.max-streams=8
            feedmill.limits.concurrent=2
            feedmill.http.answer-timeout=1s
            feedmill.http.lines-timeout=2s
            server.tomcat.connection-timeout=3s
            """;
}
