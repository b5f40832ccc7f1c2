package io.feedmill.api.feed;

import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.UserId;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.stereotype.Component;

/** Verifies tokens and reads feeds before the process is ready: first reads load classes and open connections. A failure does not matter. */
@Component
record WarmUp(HomePages homes, AuthorPages authors, JwtDecoder tokens) implements ApplicationRunner {
    private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
    private static final int READERS = 8;
    private static final int ROUNDS = 5;
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final UserId NOBODY = new UserId("warm-up");

    /** A token of ES256 without claims, with a signature that is well-formed. */
    private static final String UNSIGNED = "eyJhbGciOiJFUzI1NiJ9.e30." + "AQEB".repeat(21) + "AQ";

    @Override
    public void run(ApplicationArguments arguments) throws InterruptedException {
        Callable<Void> reader = () -> {
            for (int round = 0; round < ROUNDS; round++) {
                verify();
                homes.page(NOBODY, PageRequest.first(1), false);
                authors.page(NOBODY, PageRequest.first(1), NOBODY);
            }
            return null;
        };
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            readers.invokeAll(Collections.nCopies(READERS, reader), LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Verifies a token that nobody has signed: it fails, and has loaded the keys and classes. */
    private void verify() {
        try {
            tokens.decode(UNSIGNED);
        } catch (JwtException e) {
            LOG.atDebug().log("Warm-up token refused");
        }
    }
}
