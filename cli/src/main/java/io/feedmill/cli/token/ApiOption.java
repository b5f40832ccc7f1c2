package io.feedmill.cli.token;

import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.console.Usage;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option that names the API of a running Feedmill. Calls need a token: see {@link ApiTokens}. */
public final class ApiOption {

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(names = "--api", paramLabel = "URL", description = "URL of the API (${DEFAULT-VALUE}).")
    private URI api = URI.create("http://127.0.0.1:8080");

    public FeedmillClient client() {
        require(spec, api);
        return client(api);
    }

    /** Refuses the command line unless the URL is that of an API to which a token may be sent. */
    public static void require(@Nullable CommandSpec command, URI api) {
        Usage.require(command, Usage.isHttp(api), "--api must be a URL like http://127.0.0.1:8080.");
        Usage.require(
                command,
                "https".equals(api.getScheme()) || ApiTokens.isLocal(api),
                "--api must be https beyond this machine: else all on the way can read the token.");
    }

    /** Returns what gives a service's token for the API in a shell. */
    public static String token(URI api, String service) {
        return System.getenv(ApiTokens.VARIABLE) == null
                ? "$(./feedmill token %s --service --api-port %d)".formatted(service, api.getPort())
                : "$" + ApiTokens.VARIABLE;
    }

    /** Returns a client of the API; throws a {@link io.feedmill.cli.command.CommandException} if there is no token for it. */
    public static FeedmillClient client(URI api) {
        return new FeedmillClient(api, ApiTokens.of(api, System.getenv()));
    }
}
