package io.feedmill.api.rights;

import io.feedmill.api.http.Iso;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access.AdminController;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.rights.RightsStore;
import io.feedmill.common.rights.RightsStore.Rights;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;

/** Takes tokens back, and suspends users. */
@AdminController(path = "/v1/admin/users")
record RightsController(RightsStore store, UserRights rights, Clock clock) {
    /** For clocks that differ. */
    private static final Duration MAX_AHEAD = Duration.ofMinutes(1);

    record ChangeOfAll(String tokensNotBefore) {}

    record ChangeOfUser(Optional<String> tokensNotBefore, Optional<Boolean> suspended) {}

    record RightsResponse(String user, @Nullable String tokensNotBefore, boolean suspended) {}

    @GetMapping("/{user}")
    RightsResponse getRights(@PathVariable String user) {
        Rights found = store.find(name(user));
        Instant notBefore = found.tokensNotBefore();
        return new RightsResponse(user, notBefore == null ? null : Iso.format(notBefore), found.suspended());
    }

    @PutMapping(path = "/{user}", consumes = MediaType.APPLICATION_JSON_VALUE, produces = MediaType.ALL_VALUE)
    void changeRights(@PathVariable String user, @RequestBody ChangeOfUser body) {
        change(
                name(user),
                body.tokensNotBefore().map(this::instant).orElse(null),
                body.suspended().orElse(null));
    }

    @PutMapping(consumes = MediaType.APPLICATION_JSON_VALUE, produces = MediaType.ALL_VALUE)
    void revokeAllTokens(@RequestBody ChangeOfAll body) {
        change(RightsStore.ALL, instant(body.tokensNotBefore()), null);
    }

    private void change(String caller, @Nullable Instant tokensNotBefore, @Nullable Boolean suspended) {
        store.change(caller, tokensNotBefore, suspended);
        rights.changed(caller);
    }

    private static String name(String user) {
        if (!UserRights.isName(user)) {
            throw new ProblemException(
                    ProblemType.INVALID_USER, "Invalid name: use 1 to 255 printable ASCII characters without blanks.");
        }
        return user;
    }

    private Instant instant(String text) {
        return Iso.tick(text)
                .map(Ticks::toInstant)
                .filter(instant -> !instant.isAfter(clock.instant().plus(MAX_AHEAD)))
                .orElseThrow(() -> ProblemException.invalidBody(
                        "Invalid 'tokensNotBefore': use an ISO 8601 instant from 1970 to at most a minute ahead."));
    }
}
