package io.feedmill.api.deadletter;

import io.feedmill.api.admin.AdminOnly;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.queue.Queue;
import java.time.Clock;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@AdminOnly
@RestController
@RequestMapping(path = "/v1/admin/dead-letters", produces = MediaType.APPLICATION_JSON_VALUE)
final class DeadLetterController {
    private final LetterCount letters;
    private final Redriver redriver;
    private final Clock clock;

    DeadLetterController(LetterCount letters, Redriver redriver, Clock clock) {
        this.letters = letters;
        this.redriver = redriver;
        this.clock = clock;
    }

    @GetMapping
    DeadLettersResponse list() {
        return letters.count();
    }

    @PostMapping(path = "/{queue}:redrive", consumes = MediaType.APPLICATION_JSON_VALUE)
    RedriveResponse redrive(@PathVariable String queue, @RequestBody RedriveBody body) {
        return redriver.redrive(body.order(queue(queue), clock.instant()));
    }

    private static Queue queue(String name) {
        return Queue.ofSuffix(name).orElseThrow(DeadLetterController::noSuchQueue);
    }

    private static ProblemException noSuchQueue() {
        String names = Arrays.stream(Queue.values()).map(Queue::suffix).collect(Collectors.joining(", "));
        return new ProblemException(ProblemType.QUEUE_NOT_FOUND, "There is no such queue; there are: " + names + ".");
    }
}
