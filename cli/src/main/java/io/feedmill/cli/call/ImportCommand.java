package io.feedmill.cli.call;

import io.feedmill.cli.command.CommandException;
import io.feedmill.cli.token.ApiOutput;
import io.feedmill.client.AdminClient.ImportResult;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description = {
            "Imports follows: lines FOLLOWER AUTHOR in UTF-8. Safe to repeat.",
            "Exit code 0: all are imported. 1: lines are rejected, or the call failed."
        })
public final class ImportCommand implements Callable<Integer> {
    @Mixin
    private ApiOutput api = new ApiOutput();

    @Parameters(paramLabel = "FILE")
    private Path file = Path.of("");

    @Override
    public Integer call() {
        ImportResult result;
        try (ProgressBar bar = ProgressBar.of("bytes sent", api.err())) {
            result = api.client().admin().importFollows(body(bar));
        }
        api.print(result, ImportCommand::lines);
        if (result.rejectedCount() > 0) {
            throw new CommandException("%,d lines are rejected.".formatted(result.rejectedCount()));
        }
        return 0;
    }

    /** A repeated call reads the file again. */
    private BodyPublisher body(ProgressBar bar) {
        try {
            long size = Files.size(file);
            Files.newInputStream(file).close();
            return size == 0
                    ? BodyPublishers.noBody()
                    : BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(() -> open(bar, size)), size);
        } catch (IOException e) {
            throw new CommandException("%s cannot be read.".formatted(file), e);
        }
    }

    private InputStream open(ProgressBar bar, long size) {
        try {
            return new FilterInputStream(Files.newInputStream(file)) {
                private long sent;

                @Override
                public int read(byte[] bytes, int from, int length) throws IOException {
                    int count = super.read(bytes, from, length);
                    sent += Math.max(0, count);
                    bar.at(sent, size);
                    return count;
                }
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> lines(ImportResult result) {
        return Stream.concat(
                        Stream.of("%,d imported, %,d rejected".formatted(result.imported(), result.rejectedCount())),
                        result.rejected().stream()
                                .map(line -> "line %d: %s".formatted(line.line(), ApiOutput.safe(line.reason()))))
                .toList();
    }
}
