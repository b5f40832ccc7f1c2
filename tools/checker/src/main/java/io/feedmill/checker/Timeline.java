package io.feedmill.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What marks tell of the time: when all work was done, when something was broken, which clocks were off. Times are nanoseconds. */
final class Timeline {
    private record Rest(long time, long until) {}

    private record Clock(String process, long time, long offset) {}

    private final List<Long> restTimes = new ArrayList<>();
    private final List<Rest> rests = new ArrayList<>();
    private final List<Clock> clocks = new ArrayList<>();
    private final List<Mark> faults = new ArrayList<>();
    private final List<Mark> stills = new ArrayList<>();
    private final List<Op> edits = new ArrayList<>();
    private final TreeMap<Long, Long> days = new TreeMap<>();
    private long last = Long.MIN_VALUE;

    Timeline(List<Mark> marks) {
        marks.forEach(this::add);
        restTimes.sort(null);
    }

    private void add(Mark mark) {
        long time = World.nanos(mark.time());
        switch (mark.kind()) {
            case FAULT -> faults.add(mark);
            case CLOCK ->
                clocks.add(new Clock(
                        Objects.requireNonNull(mark.process()),
                        time,
                        Objects.requireNonNull(mark.offset()).toNanos()));
            case STILL -> stills.add(mark);
            case REST -> restTimes.add(time);
            case DAYS -> days.put(time, Objects.requireNonNull(mark.offset()).toNanos());
            case SEQUENCE -> {} // It parted the worlds.
        }
    }

    /** Returns the call's operation; one that may have happened without saying so ends when all work is done. */
    Op operation(Call call) {
        long begin = World.nanos(call.begin());
        Integer status = call.status();
        long end = call.end() == null ? World.NEVER : World.nanos(call.end());
        last = Math.max(last, call.end() == null ? begin : end);
        if (status == null || status >= 500) {
            long from = status == null ? begin : end;
            end = restTimes.stream().filter(rest -> rest >= from).findFirst().orElse(World.NEVER);
        }
        return Operations.documented().operation(call, begin, end);
    }

    /** Takes the changes that end a rest. */
    void changes(List<Op> ops) {
        ops.stream()
                .filter(op -> op.is("editPost", "retractPost", "putPermissions") && op.possible())
                .forEach(edits::add);
        for (long rest : restTimes) {
            long until = ops.stream()
                    .filter(op -> !op.call().method().equals("GET") && op.possible())
                    .filter(op -> op.end() > rest || op.begin() > rest)
                    .mapToLong(op -> Math.max(rest, op.begin()))
                    .min()
                    .orElse(World.NEVER);
            rests.add(new Rest(rest, until));
        }
    }

    /** Returns when all work was done that this read sees, {@link Long#MIN_VALUE} if some may be left. */
    long rest(Read read) {
        long found = Long.MIN_VALUE;
        for (Rest rest : rests) {
            if (rest.time() <= read.begin() && read.end() < rest.until()) {
                found = rest.time();
            }
        }
        return found;
    }

    boolean rests(Read read) {
        return rest(read) != Long.MIN_VALUE;
    }

    /** Returns whether all work from before the moment was done at some time until another moment. */
    boolean restedBetween(long from, long to) {
        return rests.stream().anyMatch(rest -> rest.time() >= from && rest.time() <= to);
    }

    /** Returns whether two reads see the same, since nothing is written while both last, and copies of posts are up to date. */
    boolean sameMoment(Read one, Read other) {
        long begin = Math.min(one.begin(), other.begin());
        long end = Math.max(one.end(), other.end());
        boolean still = stills.stream()
                .anyMatch(each ->
                        World.nanos(each.time()) <= begin && World.nanos(Objects.requireNonNull(each.end())) >= end);
        return still
                ? edits.stream().noneMatch(op -> op.begin() <= end && op.end() > begin - World.ELSEWHERE)
                : end - begin < 60 * World.SECOND && rests(new Read(begin, end, null));
    }

    /** Returns when all work was done last, up to a moment; {@link Long#MIN_VALUE}: never. */
    long lastRest(long until) {
        return restTimes.stream().filter(rest -> rest <= until).reduce(Long.MIN_VALUE, Math::max);
    }

    /** Returns whether something was broken in the time. */
    boolean faultIn(long from, long to) {
        return faults.stream()
                .anyMatch(fault ->
                        World.nanos(fault.time()) <= to && (fault.end() == null || World.nanos(fault.end()) >= from));
    }

    /** Returns the time of a process's clock, as far as marks tell. */
    long clock(@Nullable String process, long time) {
        long offset = 0;
        long since = Long.MIN_VALUE;
        for (Clock clock : clocks) {
            if (clock.process().equals(process) && clock.time() <= time && clock.time() >= since) {
                offset = clock.offset();
                since = clock.time();
            }
        }
        return sinceBegin(time) + offset;
    }

    /** Returns the time with all days that were passed over. */
    long sinceBegin(long time) {
        return time
                + days.headMap(time, true).values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
    }

    /** Returns the greatest offset of any clock until then, by its amount. */
    long offset(long until) {
        return clocks.stream()
                .filter(clock -> clock.time() <= until)
                .mapToLong(clock -> Math.abs(clock.offset()))
                .max()
                .orElse(0);
    }

    /** Returns when the last call of this world ended. */
    long last() {
        return last;
    }
}
