package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import java.util.List;
import java.util.function.Function;

/** A question that the bench answers, by its name for {@code --only}: sets up servers, measures, judges goals, and stops the servers. */
public record Scenario(String id, String title, Function<Setting, Result> measure) {

    /** All scenarios, in the order of a run. */
    public static final List<Scenario> ALL = List.of(
            new Scenario("delivery", "deliveries on DynamoDB Local", DeliveryScenario::onDynamoDbLocal),
            new Scenario(
                    "instant", "deliveries to stores that answer at once, or after a delay", DeliveryScenario::onStubs),
            new Scenario("bill", "requests and write units of a delivery", BillScenario::run),
            new Scenario("post", "publishing, one call after the other", CallScenario::post),
            new Scenario("page", "first pages of 50, one call after the other", PageScenario::page),
            new Scenario("page-load", "first pages of 50, 32 readers of 64 feeds", PageScenario::pageLoad),
            new Scenario("on-read", "posts that pages read from their author", OnReadScenario::run),
            new Scenario("live", "live feeds, and pages beside them", LiveScenario::run),
            new Scenario("beside", "reactions, counts, notifications, posts by ids", BesideScenario::run),
            new Scenario("stream-framework", "posts by the 20 most followed", StreamFrameworkScenario::run));

    /** The outcome of a scenario; notes are sentences about facts that the figures do not show. */
    public record Result(List<Figures> figures, List<Goal.Result> goals, List<String> notes) {

        static Result of(Figures figures, Goal.Result... goals) {
            return new Result(List.of(figures), List.of(goals), List.of());
        }
    }
}
