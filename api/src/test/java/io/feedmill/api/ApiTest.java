package io.feedmill.api;

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
@Import(Http.class)
@SpringBootTest(
        classes = FakeApi.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = "logging.level.io.feedmill.api.problem=off")
public @interface ApiTest {
    /** The property of tests that announce: they have another server, because home feeds of all users have their announcements. */
    String ANNOUNCES = "feedmill.announcements.author=feedmill";
}
