package io.feedmill.api.security;

import io.feedmill.common.key.LowerCaseName;
import org.springframework.security.core.GrantedAuthority;

/** What a token permits, by its name there; {@code docs/security.md} lists the calls of each. */
public enum Scope implements LowerCaseName, GrantedAuthority {
    FEED,
    POST,
    FOLLOW,
    REACT,
    ROOM,
    DEVICE,
    NOTIFY,
    IMPORT,
    REPORTS,
    ADMIN,
    /** To name any user, as a service in front of Feedmill does. */
    ACT_AS;

    /** Whether it counts only in tokens of the clients that {@link TokenScopes#services} names. */
    boolean isOfServices() {
        return this == NOTIFY || this == IMPORT || this == REPORTS || this == ADMIN || this == ACT_AS;
    }

    @Override
    public String getAuthority() {
        return "SCOPE_" + value();
    }
}
