package io.feedmill.common.dynamo;

/** What came of a conditional update. */
public sealed interface UpdateResult {

    /** The item as it stands then, whoever changed it; without attributes where there is none. */
    default Row latest() {
        return switch (this) {
            case Updated updated -> updated.row();
            case ConditionFailed lost -> lost.current();
            case Unclear unclear -> unclear.current();
        };
    }

    /** The item after the update. */
    record Updated(Row row) implements UpdateResult {}

    /** The condition did not hold; the item as it stands, without attributes where there is none. */
    record ConditionFailed(Row current) implements UpdateResult {}

    /**
     * The condition did not hold, but an earlier attempt of this call got no answer: it may be what changed the item.
     *
     * @param current the item as it stands, without attributes where there is none
     */
    record Unclear(Row current) implements UpdateResult {}
}
