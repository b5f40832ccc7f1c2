package io.feedmill.cli.deadletter;

import io.feedmill.cli.command.Usage;
import io.feedmill.cli.token.ApiOption;
import io.feedmill.cli.token.ApiOutput;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "dead-letters",
        mixinStandardHelpOptions = true,
        description = {
            "Lists dead-letter messages, which no worker could handle, and redrives them.",
            "Needs an API with feedmill.admin.enabled=true, as in the embedded stack."
        },
        subcommands = {DeadLettersCommand.ListCommand.class, DeadLettersCommand.RedriveCommand.class})
public final class DeadLettersCommand {

    @Command(
            name = "list",
            description = {
                "Counts the dead-letter messages by queue and reason.",
                "While it runs, other list and redrive calls do not see them."
            })
    static final class ListCommand implements Callable<Integer> {
        @Mixin
        private ApiOutput api = new ApiOutput();

        @Override
        public Integer call() {
            api.print(api.client().admin().deadLetters(), DeadLetterTable::lines);
            return 0;
        }
    }

    @Command(
            name = "redrive",
            mixinStandardHelpOptions = true,
            description = {
                "Moves a queue's dead-letter messages back to the queue, as new messages.",
                "Messages that are dead-lettered later are not moved. Safe to interrupt and to repeat.",
                "Exit code 0: all matching messages are moved. 1: some are left, another call may hold some, or a call failed."
            })
    static final class RedriveCommand implements Callable<Integer> {
        private static final int MAX_RATE = 1_000;

        @Spec
        private @Nullable CommandSpec spec;

        @Mixin
        private ApiOption api = new ApiOption();

        @Parameters(paramLabel = "QUEUE", description = "The queue, as list names it.")
        private String queue = "";

        @Option(
                names = "--reason",
                paramLabel = "REASON",
                description = "Only messages with this reason. Default: all.")
        private @Nullable String reason;

        @Option(
                names = "--rate",
                paramLabel = "N",
                description = "Maximum number of messages per second (${DEFAULT-VALUE}).")
        private int rate = 50;

        @Option(names = "--dry-run", description = "Only count the messages.")
        private boolean dryRun;

        @Override
        public Integer call() {
            Usage.require(spec, rate >= 1 && rate <= MAX_RATE, "--rate must be 1 to %d.".formatted(MAX_RATE));
            DeadLetterRedrive redrive = new DeadLetterRedrive(api.client().admin(), System.out, queue, reason, rate);
            if (dryRun) {
                redrive.count();
            } else {
                redrive.run();
            }
            return 0;
        }
    }
}
