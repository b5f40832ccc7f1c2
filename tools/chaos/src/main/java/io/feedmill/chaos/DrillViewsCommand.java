package io.feedmill.chaos;

import io.feedmill.chaos.scenario.ViewPlan;
import io.feedmill.chaos.scenario.ViewsDrill;
import io.feedmill.stack.command.Usage;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "views",
        mixinStandardHelpOptions = true,
        description =
                "Posts are viewed, a third of the views again, while every message comes twice and workers are killed.")
final class DrillViewsCommand implements Callable<Integer> {
    private static final int SEED = 1;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private DrillOptions options = new DrillOptions();

    @Option(
            names = "--views",
            paramLabel = "N",
            defaultValue = "100000",
            description = "How many there are (${DEFAULT-VALUE}).")
    private int views;

    @Option(
            names = "--viewers",
            paramLabel = "N",
            defaultValue = "20000",
            description = "By how many users (${DEFAULT-VALUE}).")
    private int viewers;

    @Option(
            names = "--posts",
            paramLabel = "N",
            defaultValue = "50",
            description = "Of how many posts (${DEFAULT-VALUE}).")
    private int posts;

    @Override
    public Integer call() {
        Usage.require(spec, views >= 3 && views <= 10_000_000, "--views must be 3 to 10000000.");
        Usage.require(spec, posts >= 1 && posts <= 10_000, "--posts must be 1 to 10000.");
        Usage.require(
                spec,
                viewers >= 1 && (long) viewers * posts >= views,
                "--viewers times --posts must be at least --views.");
        ViewPlan plan = ViewPlan.draw(views, viewers, posts, SEED);
        return options.run((rig, screen) -> new ViewsDrill(rig, screen, plan, options.limit()).run());
    }
}
