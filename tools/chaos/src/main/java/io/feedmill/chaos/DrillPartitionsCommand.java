package io.feedmill.chaos;

import io.feedmill.chaos.scenario.PartitionsDrill;
import io.feedmill.stack.BulkTable;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.command.Usage;
import io.feedmill.stack.console.Screen;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "partitions",
        mixinStandardHelpOptions = true,
        description =
                "The distinct partition keys of a large table by a scan and by skipping: read units and seconds of each.")
final class DrillPartitionsCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            defaultValue = "2000",
            description = "How many the table has (${DEFAULT-VALUE}).")
    private int partitions;

    @Option(
            names = "--items",
            paramLabel = "N",
            defaultValue = "1000",
            description = "How many each of them has (${DEFAULT-VALUE}).")
    private int items;

    @Option(
            names = "--item-bytes",
            paramLabel = "N",
            defaultValue = "500",
            description = "The size of each (${DEFAULT-VALUE}).")
    private int bytes;

    @Option(
            names = "--segments",
            paramLabel = "N",
            split = ",",
            defaultValue = "64",
            description = {
                "How many are read in parallel, one number after the other (${DEFAULT-VALUE}).",
                "DynamoDB Local sorts a segment for each read of it: few of a large table take hours."
            })
    private List<Integer> segments = List.of();

    @Override
    public Integer call() {
        Usage.require(spec, partitions >= 1 && partitions <= 1_000_000, "--partitions must be 1 to 1000000.");
        Usage.require(spec, items >= 1 && items <= 1_000_000, "--items must be 1 to 1000000.");
        Usage.require(spec, bytes >= 100 && bytes <= 4_096, "--item-bytes must be 100 to 4096.");
        Usage.require(
                spec, segments.stream().allMatch(each -> each >= 1 && each <= 256), "--segments must be 1 to 256.");
        try (BulkTable table = BulkTable.start(Workspace.configured(), items, bytes)) {
            return new PartitionsDrill(table, Screen.standard(), partitions, segments).run() ? 0 : 1;
        }
    }
}
