package io.feedmill.cli;

import io.feedmill.cli.deadletter.LetterTable;
import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillClient.DeadLetters;
import io.feedmill.stack.console.Screen;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = {
            "Counts the dead letters by queue and reason.",
            "Meanwhile they are hidden from others who look for them."
        })
final class DeadLettersListCommand implements Callable<Integer> {

    @Mixin
    private ApiOption api = new ApiOption();

    @Option(names = "--json", description = "Print JSON, as the API answers it.")
    private boolean json;

    @Override
    public Integer call() {
        try (FeedmillClient feedmill = api.client()) {
            DeadLetters letters = feedmill.deadLetters();
            lines(letters).forEach(Screen.standard()::say);
            return 0;
        }
    }

    private List<String> lines(DeadLetters letters) {
        return json ? List.of(JsonMapper.shared().writeValueAsString(letters)) : LetterTable.lines(letters);
    }
}
