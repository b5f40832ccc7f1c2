package io.feedmill.cli.token;

import io.feedmill.cli.command.CommandException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Finds the tokens for calls of an API: that of the environment, else those of the embedded stack. */
public final class ApiTokens {
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
                .map(OperatorToken::new)
                .orElseThrow(() -> new CommandException(
                        "Set %s to a token for %s: it is no embedded stack that is up.".formatted(VARIABLE, api)));
    }
}
