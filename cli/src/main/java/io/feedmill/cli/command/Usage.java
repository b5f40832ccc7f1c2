package io.feedmill.cli.command;

import io.feedmill.common.InvalidSettingsException;
import java.io.PrintWriter;
import java.net.URI;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Command lines of the launcher, whichever module has them. Exit codes: 0 success, 1 failure, 2 usage error. */
public final class Usage {
    private static final Pattern CONTROLS = Pattern.compile("[\\p{Cc}\\u2028-\\u202E\\u2066-\\u2069]");

    private Usage() {}

    /** Returns the command's line. Of failures that users can act on, these and {@link CommandException}, only the message is printed. */
    public static CommandLine line(Object command, Set<Class<? extends RuntimeException>> selfExplanatory) {
        // Else Hibernate Validator logs its version to standard error.
        System.setProperty("org.jboss.logging.provider", "slf4j");
        return new CommandLine(command)
                .setExecutionStrategy(Usage::run)
                .setParameterExceptionHandler(Usage::explain)
                .setExecutionExceptionHandler(
                        (failure, line, words) -> explain(failure, line.getErr(), selfExplanatory));
    }

    /** Java decodes arguments by the locale: what it could not would be sent as U+FFFD. */
    private static int run(ParseResult words) {
        boolean isText = words.originalArgs().stream().noneMatch(word -> word.contains("\uFFFD"));
        require(words.commandSpec(), isText, "An argument is no text in the locale's charset: set LC_ALL=C.UTF-8.");
        return new CommandLine.RunLast().execute(words);
    }

    /** Returns a text for the terminal: what controls terminals, ends lines or turns the direction of text is escaped as in JSON. */
    public static String safe(String text) {
        return CONTROLS.matcher(text)
                .replaceAll(found -> "\\\\u%04x".formatted((int) found.group().charAt(0)));
    }

    /** Refuses the command line, with the sentence, unless the condition holds. */
    public static void require(@Nullable CommandSpec command, boolean condition, String sentence) {
        if (!condition) {
            throw new ParameterException(Objects.requireNonNull(command).commandLine(), sentence);
        }
    }

    /** Returns whether the URL is a server's, as http://127.0.0.1:8080 is. */
    public static boolean isHttp(URI url) {
        return url.getHost() != null
                && url.getScheme() != null
                && url.getScheme().matches("https?");
    }

    /** Prints the mistake in one line; the whole help would hide it. */
    private static int explain(ParameterException mistake, String[] words) {
        CommandLine command = mistake.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        command.getErr().printf("%s (%s --help names all options.)%n", message(mistake), name);
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Any other exception is a defect and is printed with its stack trace. */
    private static int explain(
            Exception failure, PrintWriter err, Set<Class<? extends RuntimeException>> selfExplanatory) {
        if (isStopping()) {
            return 1;
        }
        if (failure instanceof CommandException
                || failure instanceof InvalidSettingsException
                || selfExplanatory.stream().anyMatch(kind -> kind.isInstance(failure))) {
            err.println(message(failure));
        } else {
            failure.printStackTrace(err);
        }
        return 1;
    }

    /** The end of a log, which has lines, may be in it. */
    private static String message(Exception failure) {
        return String.valueOf(failure.getMessage())
                .replace("\t", "    ")
                .lines()
                .map(Usage::safe)
                .collect(Collectors.joining(System.lineSeparator()));
    }

    /** Returns whether a signal is ending the process: failures then are not reported. */
    private static boolean isStopping() {
        Thread probe = new Thread(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(probe);
            Runtime.getRuntime().removeShutdownHook(probe);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    /** A command that checks its options, and prints to the streams of its command line. */
    public abstract static class CheckedCommand implements Callable<Integer> {
        @Spec
        private @Nullable CommandSpec spec;

        public void require(boolean condition, String sentence) {
            Usage.require(spec, condition, sentence);
        }

        protected PrintWriter out() {
            return Objects.requireNonNull(spec).commandLine().getOut();
        }

        protected PrintWriter err() {
            return Objects.requireNonNull(spec).commandLine().getErr();
        }
    }
}
