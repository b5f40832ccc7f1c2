package io.feedmill.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.api.metrics.ApiMetrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.cumulative.CumulativeCounter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.coyote.Response;
import org.junit.jupiter.api.Test;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServer;
import org.springframework.util.unit.DataSize;

class TimedAnswersTest {
    private static final int ANSWER = 64 * 1024 * 1024;

    private final AtomicBoolean failed = new AtomicBoolean();
    private final SimpleMeterRegistry meters = new FailingOnce();

    /** Fails at the first answer that is counted. */
    private final class FailingOnce extends SimpleMeterRegistry {
        @Override
        protected Counter newCounter(Meter.Id id) {
            return new CumulativeCounter(id) {
                @Override
                public void increment(double amount) {
                    if (failed.compareAndSet(false, true)) {
                        throw new IllegalStateException("test");
                    }
                    super.increment(amount);
                }
            };
        }
    }

    private static final class LongAnswer extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getOutputStream().write(new byte[ANSWER]);
        }
    }

    @Test
    @SuppressWarnings("try") // the sockets only have to be open
    void aFailureDoesNotEndTheLooks() throws IOException {
        TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory(0);
        limits(Duration.ofMillis(100)).customize(factory);
        WebServer server = factory.getWebServer(TimedAnswersTest::answer);
        server.start();
        try (Socket first = reader(server);
                Socket second = reader(server)) {
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> meters.get("feedmill.http.answers.timed.out")
                                    .counter()
                                    .count()
                            > 0);
        } finally {
            server.stop();
            server.destroy();
        }
    }

    /** Of 100,000 answers that end while they are checked, some end between any two reads. */
    @Test
    void anAnswerThatEndsDuringTheCheckIsNotLate() throws InterruptedException {
        TimedAnswers.Limits limits = limits(Duration.ofMinutes(1));
        Response answer = new Response();
        boolean late = false;
        Thread server = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < 100_000; i++) {
                answer.setCommitted(true);
                answer.recycle();
            }
        });
        while (server.isAlive()) {
            late |= limits.areExceededBy(answer);
        }
        server.join();
        assertThat(late).isFalse();
    }

    private TimedAnswers.Limits limits(Duration answerTimeout) {
        HttpSettings settings = new HttpSettings(
                DataSize.ofKilobytes(1), Duration.ofSeconds(1), 1, 1, answerTimeout, Duration.ofMinutes(2), List.of());
        return new TimedAnswers.Limits(settings, new ApiMetrics(meters));
    }

    private static void answer(ServletContext context) {
        context.addServlet("long", new LongAnswer()).addMapping("/");
    }

    /** Reads nothing. */
    private static Socket reader(WebServer server) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getPort());
        socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return socket;
    }
}
