package io.feedmill.cli.token;

import io.feedmill.cli.command.CommandException;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.token.OperatorToken;
import io.feedmill.stack.token.SigningKey;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Finds the tokens for calls of an API: that of the environment, else those of the embedded stack. */
final class ApiTokens {
    private static final String VARIABLE = "FEEDMILL_TOKEN";
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

    private ApiTokens() {}

    /** Throws a {@link CommandException} if there is none. */
    static Supplier<String> of(URI api, Map<String, String> environment) {
        String token = environment.get(VARIABLE);
        if (token != null && !token.isBlank()) {
            return () -> token;
        }
        return Optional.of(api)
                .filter(url -> LOOPBACK.contains(url.getHost()))
                .flatMap(url -> keyOfStack(url.getPort()))
                .map(OperatorToken::new)
                .orElseThrow(() -> new CommandException(
                        "Set %s to a token for %s: it is no embedded stack that is up.".formatted(VARIABLE, api)));
    }

    /** Returns the key of the embedded stack whose API has the port; empty if none is up. */
    static Optional<SigningKey> keyOfStack(int apiPort) {
        Path keys = Workspace.configured().keys(apiPort);
        return SigningKey.isIn(keys) ? Optional.of(SigningKey.in(keys)) : Optional.empty();
    }
}
