package io.feedmill.cli.call;

import io.feedmill.cli.token.ApiOutput;
import io.feedmill.client.AdminClient.Report;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "reports",
        mixinStandardHelpOptions = true,
        description = "Lists the reports, newest first, a line each, with the sums over all authors.")
public final class ReportsCommand implements Callable<Integer> {
    @Mixin
    private ApiOutput api = new ApiOutput();

    @Override
    public Integer call() {
        api.print(api.client().admin().reports().toList(), ReportsCommand::lines);
        return 0;
    }

    private static List<String> lines(List<Report> reports) {
        return reports.isEmpty()
                ? List.of("no reports")
                : reports.stream().map(ReportsCommand::line).toList();
    }

    private static String line(Report report) {
        return "%s  %s to %s  %,d authors, %,d posts, %,d deliveries, %,d views, %,d retractions, $%s"
                .formatted(
                        report.id(),
                        report.from(),
                        report.to(),
                        report.authors(),
                        report.posts(),
                        report.deliveries(),
                        report.views(),
                        report.retractions(),
                        report.price().toPlainString());
    }
}
