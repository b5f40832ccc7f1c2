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

    public static final String RULE = "--api must be a URL like http://127.0.0.1:8080.";

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(names = "--api", paramLabel = "URL", description = "URL of the API (${DEFAULT-VALUE}).")
    private URI api = URI.create("http://127.0.0.1:8080");

    public FeedmillClient client() {
        Usage.require(spec, Usage.isHttp(api), RULE);
        return client(api);
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
