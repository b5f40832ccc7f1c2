package io.feedmill.api.feed;

import io.feedmill.api.guard.WorkSender;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.http.Iso;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Scope;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.follow.Rebuild.Reached;
import io.feedmill.common.follow.RebuildStore;
import io.feedmill.common.follow.RebuildStore.BeginResult;
import io.feedmill.common.follow.RebuildStore.LastRebuild;
import io.feedmill.common.key.UserId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Rebuilds of home feeds. */
@RestController
@RequestMapping(path = "/v1/feeds/home/{user}:rebuild", produces = MediaType.APPLICATION_JSON_VALUE)
@Access(scope = Scope.FEED, owner = "{user}")
record RebuildController(RebuildStore rebuilds, WorkSender sender, Clock clock) {
    enum RebuildState {
        RUNNING,
        COMPLETE
    }

    /** The progress of a rebuild: authors whose posts are put in so far; {@code completedAt} is null, and absent from the JSON, before COMPLETE. */
    record RebuildResponse(
            RebuildState state,
            long authors,
            String startedAt,

            @Nullable String completedAt) {

        static RebuildResponse of(LastRebuild rebuild) {
            Instant completedAt = rebuild.completedAt();
            return new RebuildResponse(
                    completedAt == null ? RebuildState.RUNNING : RebuildState.COMPLETE,
                    rebuild.reached().authors(),
                    Iso.format(rebuild.startedAt()),
                    completedAt == null ? null : Iso.format(completedAt));
        }
    }

    @PostMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    RebuildResponse rebuildFeed(@PathVariable String user) {
        UserId reader = ClientIds.user("user", user);
        return switch (rebuilds.begin(reader, RebuildStore.PAUSE)) {
            case BeginResult.Begun begun -> {
                sender.send(Rebuild.of(begun.work()));
                yield RebuildResponse.of(new LastRebuild(begun.work().tick(), Reached.NOTHING, null));
            }
            case BeginResult.TooSoon refused -> throw tooSoon(refused.last());
        };
    }

    private ProblemException tooSoon(LastRebuild last) {
        Duration rest = Duration.between(clock.instant(), last.startedAt().plus(RebuildStore.PAUSE));
        return ProblemException.retryable(
                ProblemType.REBUILT_RECENTLY, "This home feed was rebuilt less than an hour ago; retry later.", rest);
    }

    @GetMapping
    RebuildResponse getRebuild(@PathVariable String user) {
        return rebuilds.find(ClientIds.user("user", user))
                .map(RebuildResponse::of)
                .orElseThrow(() -> new ProblemException(
                        ProblemType.REBUILD_NOT_FOUND,
                        "This home feed was not rebuilt in the last 30 days; POST to this path rebuilds it."));
    }
}
