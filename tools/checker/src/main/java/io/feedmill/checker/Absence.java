package io.feedmill.checker;

/** Which readers were away for long. */
record Absence(World world) {

    /** Whether readers may be away at all until the moment. */
    boolean isPossible(long until) {
        return world.settings.dormantDays() != null
                || world.dormancy.stream().anyMatch(op -> op.is("putDormant") && op.begin() <= until);
    }

    /** Whether the walk may be the first since its reader was away for long. */
    boolean returns(String reader, Page page) {
        long begin = page.root().op().begin();
        if (!isPossible(begin)) {
            return false;
        }
        Integer set = world.settings.dormantDays();
        long days = world.dormancy.stream()
                .filter(op -> op.is("putDormant") && op.begin() <= begin)
                .mapToLong(op -> op.body().path("days").asLong(7))
                .min()
                .orElse(set == null ? Long.MAX_VALUE / 2 : set);
        long last = world.ops.stream()
                .filter(op -> op.is("homeFeed", "liveHomeFeed") && op.at("user").equals(reader) && op.end() < begin)
                .filter(op -> !"false".equals(op.query().get("seen")))
                .mapToLong(op -> world.time.sinceBegin(op.end()))
                .max()
                .orElse(Long.MIN_VALUE);
        return last != Long.MIN_VALUE && (world.time.sinceBegin(begin) - last) / (24 * 3600 * World.SECOND) + 1 > days;
    }
}
