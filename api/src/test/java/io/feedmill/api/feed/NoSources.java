package io.feedmill.api.feed;

import io.feedmill.common.key.UserId;
import java.util.List;

/** Pages that show home feeds only. */
public record NoSources() implements PageSources {
    @Override
    public boolean isEmpty() {
        return true;
    }

    @Override
    public List<PageSource> of(UserId reader) {
        throw new AssertionError("asked though empty");
    }
}
