package io.feedmill.api.security;

import java.time.Instant;
import org.springframework.security.oauth2.jwt.BadJwtException;

/** What was taken back from callers. Thread-safe. */
public interface CallerRights {

    /**
     * Requires that the caller's token was not taken back.
     *
     * @throws BadJwtException if it was
     */
    void requireCurrent(String name, Instant issued);

    /**
     * Requires that the caller is not suspended.
     *
     * @throws io.feedmill.api.problem.ProblemException 403 if the caller is
     */
    void requireActive(String caller);
}
