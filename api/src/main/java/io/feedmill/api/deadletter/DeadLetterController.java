package io.feedmill.api.deadletter;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access.AdminController;
import io.feedmill.common.queue.Queue;
import java.time.Clock;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;

@AdminController(path = "/v1/admin/dead-letters")
record DeadLetterController(DeadLetterCounter counter, Redriver redriver, Clock clock) {
    @GetMapping
    DeadLetterCounter.DeadLetterGroups deadLetters() {
        return counter.count();
    }

    @PostMapping(path = "/{queue}:redrive", consumes = MediaType.APPLICATION_JSON_VALUE)
    Redriver.RedriveOutcome redrive(@PathVariable String queue, @RequestBody RedriveRequest.Body body) {
        Queue known = Queue.ofSuffix(queue).orElseThrow(DeadLetterController::queueNotFound);
        return redriver.redrive(body.request(known, clock.instant()));
    }

    private static ProblemException queueNotFound() {
        String names = Arrays.stream(Queue.values()).map(Queue::suffix).collect(Collectors.joining(", "));
        return new ProblemException(ProblemType.QUEUE_NOT_FOUND, "No queue has this name; use one of: " + names + ".");
    }
}
