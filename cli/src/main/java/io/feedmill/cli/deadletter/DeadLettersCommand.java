package io.feedmill.cli.deadletter;

import io.feedmill.cli.token.ApiOption;
import io.feedmill.cli.token.ApiOutput;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "dead-letters",
        mixinStandardHelpOptions = true,
        description = {
            "Lists dead-letter messages, which no worker could handle, and redrives them.",
            "Needs an API with feedmill.admin.enabled=true, as in the embedded stack."
        })
public final class DeadLettersCommand {
    private static final int MAX_RATE = 1_000;

    private DeadLettersCommand() {}

    @Command(
            name = "list",
            description = {
                "Counts the dead-letter messages by queue and reason.",
                "While it runs, other list and redrive calls do not see them."
            })
    static void list(@Mixin ApiOutput api) {
        api.print(api.client().admin().deadLetters(), DeadLetterTable::lines);
    }

    @Command(
            name = "redrive",
            mixinStandardHelpOptions = true,
            description = {
                "Moves a queue's dead-letter messages back to the queue, as new messages.",
                "Messages that are dead-lettered later are not moved. Safe to interrupt and to repeat.",
                "Exit code 0: all matching messages are moved. 1: some are left, another call may hold some, or a call failed."
            })
    static void redrive(
            @Mixin ApiOption api,
            @Parameters(paramLabel = "QUEUE", description = "The queue, as list names it.") String queue,
            @Option(
                            names = "--reason",
                            paramLabel = "REASON",
                            description = "Only messages with this reason. Default: all.")
                    @Nullable String reason,
            @Option(
                            names = "--rate",
                            paramLabel = "N",
                            defaultValue = "50",
                            description = "Maximum number of messages per second (${DEFAULT-VALUE}).")
                    int rate,
            @Option(names = "--dry-run", description = "Only count the messages.") boolean dryRun) {
        api.require(rate >= 1 && rate <= MAX_RATE, "--rate must be 1 to %d.".formatted(MAX_RATE));
        DeadLetterRedrive redrive = new DeadLetterRedrive(api.client().admin(), System.out, queue, reason, rate);
        if (dryRun) {
            redrive.count();
        } else {
            redrive.run();
        }
    }
}
