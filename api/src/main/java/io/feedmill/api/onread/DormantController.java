package io.feedmill.api.onread;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.feedmill.api.http.Iso;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.security.Access.AdminController;
import io.feedmill.common.dormant.Dormancy;
import io.feedmill.common.dormant.DormancyCopy;
import io.feedmill.common.key.Ticks;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;

/** How long readers may be away before slices pass over them. */
@AdminController(path = "/v1/admin/dormant")
record DormantController(DormancyCopy dormancy, Clock clock) {
    private static final long MAX_DAYS = 3_650;

    /** The days that readers may be away. */
    record DormantRequest(@JsonProperty(required = true) long days) {
        Duration away() {
            if (days < Dormancy.MIN.toDays() || days > MAX_DAYS) {
                throw ProblemException.invalidBody(
                        "Invalid 'days': use %d to %,d.".formatted(Dormancy.MIN.toDays(), MAX_DAYS));
            }
            return Duration.ofDays(days);
        }
    }

    /**
     * How long readers may be away.
     *
     * @param days null, and absent from the JSON: slices pass over nobody
     * @param since the first setting; null, and absent from the JSON: none
     * @param returnDays after how many days without a page the next one is a return; null, and absent from the JSON: never
     */
    record DormantResponse(
            @Nullable Long days,
            @Nullable String since,
            @Nullable Long returnDays) {

        static DormantResponse of(Dormancy dormancy, long now) {
            return new DormantResponse(
                    days(dormancy.away()),
                    dormancy.since() == 0 ? null : Iso.format(Ticks.toInstant(dormancy.since())),
                    days(dormancy.judged(now)));
        }

        private static @Nullable Long days(@Nullable Duration time) {
            return time == null ? null : time.toDays();
        }
    }

    @GetMapping
    DormantResponse getDormant() {
        return response(dormancy.current());
    }

    @PutMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    DormantResponse putDormant(@RequestBody DormantRequest body) {
        return response(dormancy.set(body.away()));
    }

    @DeleteMapping
    DormantResponse deleteDormant() {
        return response(dormancy.set(null));
    }

    private DormantResponse response(Dormancy now) {
        return DormantResponse.of(now, Ticks.ofInstant(clock.instant()));
    }
}
