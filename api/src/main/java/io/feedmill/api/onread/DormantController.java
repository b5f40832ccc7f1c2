package io.feedmill.api.onread;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.feedmill.api.http.Iso;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.security.Access.AdminController;
import io.feedmill.common.dormant.DormancyPolicy;
import io.feedmill.common.dormant.DormancyStore;
import io.feedmill.common.key.Ticks;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;

/** How long readers may be away before slices pass over them. */
@AdminController(path = "/v1/admin/dormant")
record DormantController(DormancyStore dormancy) {
    private static final long MAX_DAYS = 3_650;

    record DormantRequest(@JsonProperty(required = true) long days) {
        Duration away() {
            if (days < DormancyPolicy.MIN.toDays() || days > MAX_DAYS) {
                throw ProblemException.invalidBody(
                        "Invalid 'days': use %d to %,d.".formatted(DormancyPolicy.MIN.toDays(), MAX_DAYS));
            }
            return Duration.ofDays(days);
        }
    }

    /** How long readers may be away (null, and absent from the JSON: for ever), and since when that is (null: it was never set). */
    record DormantResponse(@Nullable Long days, @Nullable String since) {
        static DormantResponse of(DormancyPolicy dormancy) {
            return new DormantResponse(
                    dormancy.maxAbsence() == null ? null : dormancy.maxAbsence().toDays(),
                    dormancy.effectiveFrom() == 0 ? null : Iso.format(Ticks.toInstant(dormancy.effectiveFrom())));
        }
    }

    @GetMapping
    DormantResponse getDormant() {
        return DormantResponse.of(dormancy.get());
    }

    @PutMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    DormantResponse putDormant(@RequestBody DormantRequest body) {
        return DormantResponse.of(dormancy.set(body.away()));
    }

    @DeleteMapping
    DormantResponse deleteDormant() {
        return DormantResponse.of(dormancy.set(null));
    }
}
