package io.feedmill.checker;

/** Which readers were away for long. */
record Absence(World world) {
    private static final long LEAST_DAYS = 3;

    /** Whether readers may be away at all until the moment. */
    boolean isPossible(long until) {
        return world.settings.dormantDays() != null
                || world.dormancy.stream().anyMatch(op -> op.is("putDormant") && op.begin() <= until);
    }

    /** Whether the walk is the first since its reader was away for the least time that slices may go by. */
    boolean returns(String reader, Page page) {
        long begin = page.root().op().begin();
        long last = world.ops.stream()
                .filter(op -> op.is("homeFeed", "liveHomeFeed") && op.at("user").equals(reader) && op.end() < begin)
                .filter(op -> !"false".equals(op.query().get("seen")))
                .mapToLong(op -> world.time.sinceBegin(op.end()))
                .max()
                .orElse(Long.MIN_VALUE);
        return last != Long.MIN_VALUE && world.time.sinceBegin(begin) - last > LEAST_DAYS * 24 * 3600 * World.SECOND;
    }
}
