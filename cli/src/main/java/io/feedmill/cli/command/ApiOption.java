package io.feedmill.cli.command;

import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.console.Usage;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option that names the API of a running Feedmill. */
public final class ApiOption {

    public static final String RULE = "--api must be a URL like http://127.0.0.1:8080.";

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(names = "--api", paramLabel = "URL", description = "URL of the API (${DEFAULT-VALUE}).")
    private URI api = URI.create("http://127.0.0.1:8080");

    public FeedmillClient client() {
        Usage.require(spec, Usage.isHttp(api), RULE);
        return new FeedmillClient(api);
    }
}
