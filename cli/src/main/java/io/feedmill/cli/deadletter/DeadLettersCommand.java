package io.feedmill.cli.deadletter;

import io.feedmill.cli.command.CommandException;
import io.feedmill.cli.command.Usage;
import io.feedmill.cli.token.ApiOption;
import io.feedmill.cli.token.ApiOption.ApiOutput;
import io.feedmill.client.AdminClient;
import io.feedmill.client.AdminClient.DeadLetters;
import io.feedmill.client.AdminClient.DeadLetters.Group;
import io.feedmill.client.AdminClient.RedriveResult;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
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

    static final class DeadLetterTable {
        private DeadLetterTable() {}

        static List<String> lines(DeadLetters messages) {
            List<String> lines =
                    new ArrayList<>(messages.items().isEmpty() ? List.of("no dead-letter messages") : table(messages));
            if (!messages.complete()) {
                lines.add("There are more: one call reads no further.");
            }
            if (messages.hidden() > 0) {
                lines.add(hidden(messages.hidden()));
            }
            return lines;
        }

        static String hidden(long count) {
            return "About %,d more are held by another call, or were a minute ago.".formatted(count);
        }

        private static List<String> table(DeadLetters messages) {
            String row = "%%-%ds  %%-%ds  %%9s  %%s"
                    .formatted(
                            width("queue", messages, Group::queue), width("reason", messages, DeadLetterTable::reason));
            List<String> lines = new ArrayList<>();
            lines.add(row.formatted("queue", "reason", "messages", "oldest"));
            for (Group group : messages.items()) {
                lines.add(row.formatted(
                        group.queue(), reason(group), "%,d".formatted(group.count()), age(group.oldestAge()) + " ago"));
            }
            return lines;
        }

        private static int width(String head, DeadLetters messages, Function<Group, String> column) {
            return Stream.concat(Stream.of(head), messages.items().stream().map(column))
                    .mapToInt(String::length)
                    .max()
                    .orElseThrow();
        }

        /** Any sender may have set it. */
        private static String reason(Group group) {
            return Usage.safe(group.reason());
        }

        private static String age(Duration age) {
            return age.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
        }
    }

    /** Moves dead-letter messages back to their queue. One call of the API moves only part of them, so it is repeated until none is left. */
    record DeadLetterRedrive(
            AdminClient api,
            PrintStream out,
            String queue,
            @Nullable String reason,
            int rate) {
        /** The number of consecutive calls that move nothing, after which the redrive fails. */
        private static final int MAX_EMPTY_CALLS = 3;

        private static final String STUCK =
                "SQS refuses some (see the API's log), or too many other messages come first";

        void count() {
            RedriveResult result = api.redrive(queue, true, reason, rate, null);
            String atLeast = result.complete() ? "" : "at least ";
            out.println("dead-letter messages of %s: %s%,d match".formatted(queue, atLeast, result.matched()));
            if (result.hidden() > 0) {
                out.println(DeadLetterTable.hidden(result.hidden()));
            }
        }

        /**
         * Moves the messages that match now. All calls use the time limit of the first one, so that a message that is dead-lettered again is not moved
         * twice. Throws a {@link CommandException} if messages cannot be moved, or another call may hold some.
         */
        void run() {
            long moved = 0;
            int emptyCalls = 0;
            RedriveResult result = api.redrive(queue, false, reason, rate, null);
            while (!result.complete()) {
                moved += result.moved();
                emptyCalls = result.moved() == 0 ? emptyCalls + 1 : 0;
                if (emptyCalls == MAX_EMPTY_CALLS) {
                    throw new CommandException("%s; the last %d calls moved none and did not reach the end: %s."
                            .formatted(moved(moved), MAX_EMPTY_CALLS, STUCK));
                }
                out.println("  %,d moved…".formatted(moved));
                result = api.redrive(queue, false, reason, rate, result.before());
            }
            moved += result.moved();
            if (result.hidden() > 0) {
                throw new CommandException("%s. %s Repeat the command in a minute."
                        .formatted(moved(moved), DeadLetterTable.hidden(result.hidden())));
            }
            out.println(moved(moved));
        }

        private String moved(long count) {
            return "dead-letter messages of %s: %,d moved".formatted(queue, count);
        }
    }
}
