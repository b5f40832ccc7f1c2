package io.feedmill.cli.token;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a token says.
 *
 * @param subject the id of a user, or the name of a service
 * @param scopes what it permits
 * @param life the time until it expires
 */
public record Claims(String subject, Set<String> scopes, Duration life) {
    /** All scopes, as {@code docs/security.md} lists them. */
    public static final List<String> SCOPES =
            List.of("feed", "post", "follow", "react", "room", "device", "import", "reports", "admin", "act-as");

    /** The scopes of an application's users. */
    public static final Set<String> OF_USERS = Set.of("feed", "post", "follow", "react");

    /** The client that the tokens name: {@code feedmill.security.services} has it, so that scopes of services count. */
    public static final String CLIENT = "feedmill-token";

    private static final String ACT_AS = "act-as";

    /** Returns the same for a service, which may name any user. */
    public Claims forService() {
        Set<String> all = new TreeSet<>(scopes);
        all.add(ACT_AS);
        return new Claims(subject, all, life);
    }
}
