package io.feedmill.api.problem;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.feedmill.common.storage.StorageException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.servlet.HandlerMapping;

/** A path may hold what no log may: a token in the wrong place, the name of a home. */
class ProblemAdviceTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(ProblemAdvice.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(lines);
    }

    private List<Object> paths(String pattern, String variable, String value, Exception failure) {
        MockHttpServletRequest request =
                new MockHttpServletRequest("GET", pattern.replace("{" + variable + "}", value));
        request.setAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE, pattern);
        request.setAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE, Map.of(variable, value));
        new ProblemAdvice().handleOther(failure, new ServletWebRequest(request, new MockHttpServletResponse()));
        return lines.list.stream()
                .flatMap(line -> line.getKeyValuePairs().stream())
                .filter(pair -> pair.key.equals("path"))
                .map(pair -> pair.value)
                .toList();
    }

    @Test
    void logsAPathOfIds() {
        assertThat(paths("/v1/feeds/home/{user}", "user", "ann", new IllegalStateException()))
                .containsExactly("/v1/feeds/home/ann");
    }

    @Test
    void logsThePatternOfAnyOtherPath() {
        assertThat(paths("/v1/places/{country}/posts", "country", "my secret home", new IllegalStateException()))
                .containsExactly("/v1/places/{country}/posts");
    }

    @Test
    void logsThePatternToTheOutageOfAStore() {
        assertThat(paths(
                        "/v1/feeds/home/{user}",
                        "user",
                        "x".repeat(400),
                        new StorageException(StorageException.Kind.TRANSIENT, "down")))
                .containsExactly("/v1/feeds/home/{user}");
    }
}
