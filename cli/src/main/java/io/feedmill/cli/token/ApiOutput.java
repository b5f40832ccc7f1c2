package io.feedmill.cli.token;

import io.feedmill.cli.command.Usage;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** The options of a command that calls the API and prints the answer, as text or as JSON. */
@Command(mixinStandardHelpOptions = true)
public final class ApiOutput extends ApiOption {
    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    /** Prints a complete answer: nothing is printed if a call fails. */
    public <T> void print(T answer, Function<T, List<String>> text) {
        List<String> lines = json ? List.of(JsonMapper.shared().writeValueAsString(answer)) : text.apply(answer);
        lines.forEach(line -> out().println(Usage.safe(line)));
    }
}
