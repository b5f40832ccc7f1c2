package io.feedmill.cli;

import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.command.Usage;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which running Feedmill a command talks to. */
final class ApiOption {

    static final String RULE = "--api must be a URL like http://127.0.0.1:8080.";

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(names = "--api", paramLabel = "URL", description = "Where the API is (${DEFAULT-VALUE}).")
    private URI api = URI.create("http://127.0.0.1:8080");

    FeedmillClient client() {
        Usage.require(spec, Usage.isHttp(api), RULE);
        return new FeedmillClient(api);
    }
}
