package io.feedmill.api;

import io.feedmill.common.rights.RightsStore;
import io.feedmill.common.storage.StorageException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Rights that cannot be read of callers whose name is {@code broken.} and a kind of failure. */
final class BrokenRights implements RightsStore {
    private static final String BROKEN = "broken.";

    private final RightsStore rights;

    BrokenRights(RightsStore rights) {
        this.rights = rights;
    }

    @Override
    public Rights find(String caller) {
        if (caller.startsWith(BROKEN)) {
            throw new StorageException(
                    StorageException.Kind.valueOf(caller.substring(BROKEN.length())), "broken for the test");
        }
        return rights.find(caller);
    }

    @Override
    public void change(String caller, @Nullable Instant tokensNotBefore, @Nullable Boolean suspended) {
        rights.change(caller, tokensNotBefore, suspended);
    }
}
