package io.feedmill.local;

import io.feedmill.local.console.Screen;
import io.feedmill.local.drill.CelebrityDrill;
import io.feedmill.local.drill.OutageDrill;
import io.feedmill.local.drill.PartitionsDrill;
import io.feedmill.local.drill.RestartDrill;
import io.feedmill.local.drill.ThrottleDrill;
import io.feedmill.local.drill.ViewPlan;
import io.feedmill.local.drill.ViewsDrill;
import io.feedmill.local.stack.BulkTable;
import io.feedmill.local.stack.Workspace;
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
        subcommands = DrillReportsCommand.class,
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

    @Command(
            name = "views",
            mixinStandardHelpOptions = true,
            description =
                    "Posts are viewed, a third of the views again, while every message comes twice and workers are killed.")
    int views(
            @Mixin DrillOptions options,
            @Option(
                            names = "--views",
                            paramLabel = "N",
                            defaultValue = "100000",
                            description = "How many there are (${DEFAULT-VALUE}).")
                    int views,
            @Option(
                            names = "--viewers",
                            paramLabel = "N",
                            defaultValue = "20000",
                            description = "By how many users (${DEFAULT-VALUE}).")
                    int viewers,
            @Option(
                            names = "--posts",
                            paramLabel = "N",
                            defaultValue = "50",
                            description = "Of how many posts (${DEFAULT-VALUE}).")
                    int posts) {
        Usage.require(spec, views >= 3 && views <= 10_000_000, "--views must be 3 to 10000000.");
        Usage.require(spec, posts >= 1 && posts <= 10_000, "--posts must be 1 to 10000.");
        Usage.require(
                spec,
                viewers >= 1 && (long) viewers * posts >= views,
                "--viewers times --posts must be at least --views.");
        ViewPlan plan = ViewPlan.draw(views, viewers, posts, 1);
        return options.run((rig, screen) -> new ViewsDrill(rig, screen, plan, options.limit()).run());
    }

    @Command(
            name = "partitions",
            mixinStandardHelpOptions = true,
            description =
                    "The distinct partition keys of a large table by a scan and by skipping: read units and seconds of each.")
    int partitions(
            @Option(
                            names = "--partitions",
                            paramLabel = "N",
                            defaultValue = "2000",
                            description = "How many the table has (${DEFAULT-VALUE}).")
                    int partitions,
            @Option(
                            names = "--items",
                            paramLabel = "N",
                            defaultValue = "1000",
                            description = "How many each of them has (${DEFAULT-VALUE}).")
                    int items,
            @Option(
                            names = "--item-bytes",
                            paramLabel = "N",
                            defaultValue = "500",
                            description = "The size of each (${DEFAULT-VALUE}).")
                    int bytes,
            @Option(
                            names = "--segments",
                            paramLabel = "N",
                            split = ",",
                            defaultValue = "64",
                            description = {
                                "How many are read in parallel, one number after the other (${DEFAULT-VALUE}).",
                                "DynamoDB Local sorts a segment for each read of it: few of a large table take hours."
                            })
                    List<Integer> segments) {
        Usage.require(spec, partitions >= 1 && partitions <= 1_000_000, "--partitions must be 1 to 1000000.");
        Usage.require(spec, items >= 1 && items <= 1_000_000, "--items must be 1 to 1000000.");
        Usage.require(spec, bytes >= 100 && bytes <= 4_096, "--item-bytes must be 100 to 4096.");
        Usage.require(
                spec, segments.stream().allMatch(each -> each >= 1 && each <= 256), "--segments must be 1 to 256.");
        Screen screen = Screen.standard();
        try (BulkTable table = BulkTable.start(Workspace.configured(), items, bytes)) {
            return new PartitionsDrill(table, screen, partitions, segments).run() ? 0 : 1;
        }
    }
}
