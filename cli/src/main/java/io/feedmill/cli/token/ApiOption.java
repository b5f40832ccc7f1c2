package io.feedmill.cli.token;

import io.feedmill.cli.command.CommandException;
import io.feedmill.cli.command.Usage;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.FeedmillClient.Limits;
import java.io.PrintWriter;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** The option that names the API of a running Feedmill. Calls need a token: see {@link ApiTokens}. */
public sealed class ApiOption {

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(names = "--api", paramLabel = "URL", description = "URL of the API (${DEFAULT-VALUE}).")
    private URI api = URI.create("http://127.0.0.1:8080");

    public FeedmillClient client() {
        return client(Limits.DEFAULT);
    }

    /** Throws a {@link io.feedmill.cli.command.CommandException} if there is no token for the API. */
    public FeedmillClient client(Limits limits) {
        require(spec, api);
        return FeedmillClient.of(api, ApiTokens.of(api, System.getenv()), limits);
    }

    public PrintWriter out() {
        return Objects.requireNonNull(spec).commandLine().getOut();
    }

    public PrintWriter err() {
        return Objects.requireNonNull(spec).commandLine().getErr();
    }

    public void require(boolean condition, String sentence) {
        Usage.require(spec, condition, sentence);
    }

    /** Refuses the command line unless the URL is that of an API to which a token may be sent. */
    public static void require(@Nullable CommandSpec command, URI api) {
        Usage.require(command, Usage.isHttp(api), "--api must be a URL like http://127.0.0.1:8080.");
        Usage.require(
                command,
                "https".equals(api.getScheme()) || ApiTokens.isLocal(api),
                "--api must be https beyond this machine: else all on the way can read the token.");
    }

    /** Finds the tokens for calls of an API: that of the environment, else those of the embedded stack. */
    public static final class ApiTokens {
        public static final String VARIABLE = "FEEDMILL_TOKEN";
        /** That of bearer tokens, see RFC 6750. */
        private static final Pattern SYNTAX = Pattern.compile("[\\w.~+/-]+=*");

        private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

        private ApiTokens() {}

        /** Returns whether the API is one of this machine. */
        static boolean isLocal(URI api) {
            return LOOPBACK.contains(api.getHost());
        }

        /** Throws a {@link CommandException} if there is none. */
        public static Supplier<String> of(URI api, Map<String, String> environment) {
            String token = environment.getOrDefault(VARIABLE, "").strip();
            if (!token.isEmpty()) {
                if (!SYNTAX.matcher(token).matches()) {
                    throw new CommandException("%s is not a token.".formatted(VARIABLE));
                }
                return () -> token;
            }
            return Optional.of(api)
                    .filter(ApiTokens::isLocal)
                    .flatMap(url -> StackFiles.configured().key(url.getPort()))
                    .map(key -> key.operator(InstantSource.system()))
                    .orElseThrow(() -> new CommandException(
                            "Set %s to a token for %s: it is no embedded stack that is up.".formatted(VARIABLE, api)));
        }
    }

    /** The options of a command that calls the API and prints the answer, as text or as JSON. */
    @Command(mixinStandardHelpOptions = true)
    public static final class ApiOutput extends ApiOption {
        @Option(names = "--json", description = "Print JSON.")
        private boolean json;

        /** Prints a complete answer: nothing is printed if a call fails. */
        public <T> void print(T answer, Function<T, List<String>> text) {
            List<String> lines = json ? List.of(JsonMapper.shared().writeValueAsString(answer)) : text.apply(answer);
            lines.forEach(line -> out().println(Usage.safe(line)));
        }
    }
}
