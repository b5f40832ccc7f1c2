package io.feedmill.chaos;

import io.feedmill.chaos.scenario.CelebrityDrill;
import io.feedmill.chaos.scenario.OutageDrill;
import io.feedmill.chaos.scenario.RestartDrill;
import io.feedmill.chaos.scenario.ThrottleDrill;
import io.feedmill.stack.command.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "drill",
        subcommands = {DrillViewsCommand.class, DrillReportsCommand.class, DrillPartitionsCommand.class},
        mixinStandardHelpOptions = true,
        description = {
            "One kind of trouble under load, and a table of what came of it.",
            "Exit code 0: nothing lost, and what the drill is about was as it should be. 1: not so, or a step failed."
        })
final class DrillCommand {

    @Spec
    private @Nullable CommandSpec spec;

    @Command(
            name = "throttle",
            mixinStandardHelpOptions = true,
            description =
                    "The same posts again and again, while the store throttles more and more of the batch writes.")
    int throttle(
            @Mixin DrillOptions options,
            @Option(
                            names = "--percent",
                            paramLabel = "P",
                            split = ",",
                            defaultValue = "30,60,90",
                            description =
                                    "How many of the batch writes are throttled, one time after the other, after none (${DEFAULT-VALUE}).")
                    List<Integer> percents,
            @Option(
                            names = "--posts",
                            paramLabel = "N",
                            defaultValue = "100",
                            description = "How many posts each time (${DEFAULT-VALUE}).")
                    int posts) {
        Usage.require(spec, posts > 0, "--posts must be at least 1.");
        Usage.require(spec, percents.stream().allMatch(each -> each >= 0 && each <= 99), "--percent must be 0 to 99.");
        List<Integer> all = new ArrayList<>(List.of(0));
        all.addAll(percents);
        return options.run((rig, screen) -> new ThrottleDrill(rig, screen, posts, options.limit()).run(all));
    }

    @Command(
            name = "outage",
            mixinStandardHelpOptions = true,
            description = "The store is gone for a while: polling pauses and resumes by itself.")
    int outage(
            @Mixin DrillOptions options,
            @Option(
                            names = "--seconds",
                            paramLabel = "S",
                            defaultValue = "30",
                            description = "How long (${DEFAULT-VALUE}).")
                    int seconds) {
        Usage.require(spec, seconds >= 20 && seconds <= 240, "--seconds must be 20 to 240.");
        Duration outage = Duration.ofSeconds(seconds);
        return options.run(
                (rig, screen) -> new OutageDrill(rig, screen, outage, options.every(), options.limit()).run());
    }

    @Command(
            name = "restart",
            mixinStandardHelpOptions = true,
            description = "Every worker is stopped by SIGTERM and started again, one after the other.")
    int restart(@Mixin DrillOptions options) {
        return options.run((rig, screen) -> new RestartDrill(rig, screen, options.every(), options.limit()).run());
    }

    @Command(
            name = "celebrity",
            mixinStandardHelpOptions = true,
            description = "How long small authors' posts take while one whom very many follow posts.")
    int celebrity(
            @Mixin DrillOptions options,
            @Option(
                            names = "--followers",
                            paramLabel = "N",
                            defaultValue = "200000",
                            description = "How many follow the celebrity (${DEFAULT-VALUE}).")
                    int followers) {
        Usage.require(spec, followers >= 1 && followers <= 5_000_000, "--followers must be 1 to 5000000.");
        return options.run(
                (rig, screen) -> new CelebrityDrill(rig, screen, followers, options.every(), options.limit()).run());
    }
}
