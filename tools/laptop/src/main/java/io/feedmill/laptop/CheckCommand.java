package io.feedmill.laptop;

import io.feedmill.checker.Checker;
import io.feedmill.checker.Event;
import io.feedmill.checker.History;
import io.feedmill.checker.HistoryException;
import io.feedmill.checker.Report;
import io.feedmill.cli.command.CommandException;
import io.feedmill.cli.command.InputFile;
import io.feedmill.stack.console.Screen;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = {
            "Judges a history of calls and answers by what the documents promise.",
            "docs/history.md describes the file, which may be compressed by gzip; - is standard input.",
            "The exit code is 1 if a promise is broken."
        })
final class CheckCommand implements Callable<Integer> {

    @Parameters(paramLabel = "HISTORY", description = "The file.")
    private Path file = Path.of("");

    @Option(
            names = "--first",
            paramLabel = "N",
            defaultValue = "20",
            description = "Broken promises that are told. Default: ${DEFAULT-VALUE}.")
    private int first;

    @Override
    public Integer call() {
        List<Event> history = read();
        Report report = Checker.check(history);
        Screen screen = Screen.standard();
        screen.say("%,d events, %,d worlds".formatted(history.size(), report.worlds()));
        report.lines().forEach(screen::say);
        report.violations().stream().limit(first).forEach(each -> screen.say(each.toString()));
        return report.violations().isEmpty() ? 0 : 1;
    }

    private List<Event> read() {
        try (InputStream in = new InputFile(file).open(read -> {})) {
            return History.read(in);
        } catch (HistoryException e) {
            throw new CommandException("%s, %s".formatted(file, e.getMessage()), e);
        } catch (IOException e) {
            throw new CommandException("%s cannot be read.".formatted(file), e);
        }
    }
}
