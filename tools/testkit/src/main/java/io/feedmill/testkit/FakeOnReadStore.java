package io.feedmill.testkit;

import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.onread.OnReadAuthor;
import io.feedmill.common.onread.OnReadStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

record FakeOnReadStore(FakeTables tables) implements OnReadStore {
    private static final Duration CLOCKS = Duration.ofMinutes(20);

    @Override
    public List<OnReadAuthor> all() {
        tables.onRead.values().removeIf(author -> !lives(author));
        return List.copyOf(tables.onRead.values());
    }

    private @Nullable OnReadAuthor find(UserId author) {
        OnReadAuthor listed = tables.onRead.get(author);
        return listed != null && lives(listed) ? listed : null;
    }

    private boolean lives(OnReadAuthor author) {
        Long until = author.until();
        return until == null
                || tables.now().isBefore(Ticks.toInstant(until).plus(CLOCKS).plus(tables.feedRetention));
    }

    @Override
    public ListResult listIfAbsent(UserId author) {
        return find(author) != null ? ListResult.UNCHANGED : list(author, false);
    }

    @Override
    public ListResult list(UserId author, boolean everyone) {
        OnReadAuthor known = find(author);
        if (known == null) {
            return isFull() ? ListResult.FULL : put(author, effective(), everyone);
        }
        if (known.until() != null) {
            return put(author, effective(), everyone);
        }
        return known.everyone() == everyone ? ListResult.UNCHANGED : put(author, known.from(), everyone);
    }

    private boolean isFull() {
        return tables.onRead.size() >= MAX && all().size() >= MAX;
    }

    private ListResult put(UserId author, long from, boolean everyone) {
        tables.onRead.put(author, new OnReadAuthor(author, from, null, everyone));
        return ListResult.LISTED;
    }

    private long effective() {
        Instant now = tables.now();
        return Ticks.ofInstant(now.plusSeconds(60));
    }

    @Override
    public Optional<OnReadAuthor> takeOff(UserId author) {
        tables.onRead.computeIfPresent(
                author,
                (ignored, known) -> known.until() != null
                        ? known
                        : new OnReadAuthor(author, known.from(), effective(), known.everyone()));
        return Optional.ofNullable(tables.onRead.get(author)).filter(this::lives);
    }
}
