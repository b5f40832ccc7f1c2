package io.feedmill.simulation;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The named mechanisms of {@code docs/fan-out.md} and of the models in {@code protocol/}, and which signals say that one mattered. */
enum Mechanisms {
    SEND_LEFT("a message that was not sent is left to the relay", "Publish", "counter feedmill.plans.unsent"),
    UNSENT("what a crash left unsent after the answer is left to the relay", "Publish", "fault unsent"),
    SAME_KEY("the same key makes one post", "cases I", "condition PostStore.publish"),
    SECOND_APART(
            "changes of a post are a second apart, and name their version",
            "Changes of a post",
            "condition PostStore.change"),
    PENDING_AGAIN("a plan sends pending slices again", "Plan 2", "path SlicePlanner.resend"),
    INLINE("one slice is delivered by its plan", "Plan 4", "path SlicePlanner.deliverAll"),
    INLINE_LOST("another plan has closed the job", "Plan 4", "condition JobStore.closeInlineDelivery"),
    BOUNDS("a plan goes by the slice row of another", "Plan 5", "condition JobStore.putSlice"),
    PLANNED("a plan does not count a slice that is planned", "Plan 6", "condition JobStore.advance"),
    END_OF_PLAN("the end of a plan loses", "Plan 7", "condition JobStore.endPlanning"),
    PLAN_AGAIN(
            "a repeated plan writes its recipients again",
            "Plan: repeated, E15, P16, P20",
            "path PlanHandler.writeAgain"),
    INLINE_AGAIN("a repeated plan delivers inline again", "Plan: repeated", "path SlicePlanner.redeliver"),
    LEAVERS("those who stopped following are settled", "Deliver 4", "path HomeFeedWriter.withoutRows"),
    FINISH("a slice counts once", "Deliver 5", "condition JobStore.finish"),
    OUT_OF_TIME(
            "a slice is requeued for the rest",
            "Deliver: out of time, Q4, Q12",
            "counter feedmill.queue.requeued{queue=deliver}"),
    LATE_ANSWER(
            "an answer after the deadline: the truth of now is written", "Deadline", "path HomeFeedWriter.writeLate"),
    PUT_OFF("a hot reader is put off", "Deliver: a hot reader", "counter feedmill.deliveries.put.off"),
    DONE_SLICE("a done slice is acknowledged unwritten", "Deliver: a done slice", "counter feedmill.slices.repeated"),
    OLD_SLICE(
            "an old slice leaves out who stopped following",
            "Deliver: an old slice, U5, L17",
            "path HomeFeedWriter.deliverToPresent"),
    REPAIR("a repair writes for named users", "Deliver: a repair", "path RepairHandler.handle"),
    REDELIVERED("a message is received again", "Rechecks", "counter feedmill.queue.redelivered"),
    RECHECK("a recheck is sent", "Rechecks, cases L", "counter feedmill.queue.rechecked"),
    SUPERSEDED("a job is superseded by a later change", "Superseded jobs, E17, E18", "path PlanHandler.supersede"),
    ERASE("the rest of a retracted post is deleted", "Retractions", "path JobCloser.erase"),
    RECALL("a recall is put, and read by the other APIs", "Recalls", "path Recalls.readAll"),
    END_OF_RECALL("a recall is ended by the job that the truth names", "Recalls 6, H6", "path JobStore.endOfRecall"),
    RECALLS_STALE(
            "a page is refused while the recalls are stale", "Recalls 5", "counter feedmill.recalls.pages.refused"),
    RECALLS_READ("recalls cannot be read for a time", "Recalls 3", "log Cannot read recalls"),
    CLOSE("of handlers that close a job one wins", "Close", "condition JobStore.close"),
    NOT_FOLLOWING(
            "skipped: not following",
            "Why recipients are skipped",
            "counter feedmill.deliveries.skipped{reason=not-following}"),
    BLOCKED("skipped: blocked", "Why recipients are skipped", "counter feedmill.deliveries.skipped{reason=blocked}"),
    NOT_PERMITTED(
            "skipped: not permitted",
            "Why recipients are skipped",
            "counter feedmill.deliveries.skipped{reason=not-permitted}"),
    GONE("skipped: gone", "Why recipients are skipped", "counter feedmill.deliveries.skipped{reason=gone}"),
    DORMANT("skipped: dormant", "Dormant readers, cases S", "counter feedmill.deliveries.skipped{reason=dormant}"),
    LISTED("a worker lists an author", "Authors on read, cases O", "counter feedmill.on.read.listed"),
    ON_READ("a post on read has no recipients", "Authors on read, cases O", "path PlanHandler.closeWithoutRecipients"),
    SOURCES("a page merges the feeds of other authors", "Authors on read, Dormant readers", "path PageSource.read"),
    HEADS("the newest rows of an author's feed are kept", "Authors on read, O29 to O43", "path Heads.read"),
    LIST_NOTICE(
            "an entry of the list is read for its notice", "Authors on read, O44 to O48", "path OnReadAuthors.change"),
    FOLLOW_COPY("whom a reader follows is kept", "Authors on read, O52 to O60", "path FollowCopies.of"),
    RETURN("a page of a return notes the gap", "Dormant readers, S29, S30", "path ReturningReaders.visit"),
    RETURN_REBUILD("a return begins a rebuild", "Dormant readers, S40 to S46", "path ReturningReaders.rebuild"),
    FOLLOW_CONDITION(
            "a follow meets a block, a request or another follow", "Follows 1, K2", "condition FollowStore.follow"),
    BLOCK_CONDITION("a block meets a new follow", "Follows 1, K1", "condition ReaderStore.block"),
    FOLLOWED("a follow is reconciled", "Follows 2", "counter feedmill.upkeep.reconciled{change=follow}"),
    UNFOLLOWED("an unfollow ends", "Follows 5", "counter feedmill.upkeep.reconciled{change=unfollow}"),
    FOLLOWED_AGAIN("an unfollow brings what a new follow may read", "Follows 4, U12", "path FollowReconciler.newest"),
    NEXT_LOOK("an unfollow reads whom else the reader has hidden", "Follows 5 and 6", "path ReconcileHandler.look"),
    HIDDEN_TICK("a later unfollow does the work", "Follows 6 and 7, U7", "condition FollowStore.end"),
    ONE_WALK("one walk ends another unfollow", "Follows 6, U19, U21, U24", "path FollowStore.endHidden"),
    IMPORT_BLOCKS("an import ends what a block forbids", "Follows: an import, K3, K4", "path FollowStore.endForbidden"),
    REBUILD("a rebuild ends", "Rebuild", "counter feedmill.upkeep.reconciled{change=rebuild}"),
    REBUILD_LOST("another chain of a rebuild goes on", "Rebuild 3, W5, W6", "condition RebuildStore.advance"),
    UPKEEP_AGAIN(
            "a follow, unfollow or rebuild is requeued", "Retries", "counter feedmill.queue.requeued{queue=upkeep}"),
    RESENT("the relay sends stalled work again", "Relay and sweep", "counter feedmill.relay.resent"),
    CLAIM("a resend is claimed by another worker", "Relay and sweep: shards", "condition OutboxStore.claim"),
    ORPHANS("work whose job is absent is moved to the orphans", "Relay and sweep", "counter feedmill.relay.orphaned"),
    SWEEP("the sweep looks at open work", "Relay and sweep", "path Relay.relay"),
    NOTES("a worker writes up to when its shards are complete", "Notes, T2, T3", "path NoteStore.raise"),
    NOTES_READ("pages read the notes", "Notes 4, T12, T13", "path NoteStore.all"),
    NOTES_FAILED("notes cannot be read", "Notes 4", "log Cannot read the copy again"),
    BREAKER("the breaker opens", "Decision 9", "log Circuit breaker opened"),
    STORE_AWAY("a message waits for the store", "Retries", "log Store unavailable, message requeued"),
    DEAD_LETTER("a message is dead-lettered", "Deliver 0", "log Message dead-lettered"),
    REDRIVE("dead-letter messages are redriven", "Deliver 0", "log Dead-letter messages redriven"),
    STOPPED("a worker that stops shortens its deadlines", "Retries: stop", "log Worker stopping, deadlines pulled in"),
    UNPROCESSED("a batch is written in part", "Retries", "counter feedmill.dynamodb.batch.items{outcome=unprocessed"),
    GATE("a batch write waits for its gate", "Retries", "counter feedmill.pressure.wait"),
    NOTIFIED("of refreshes of a notification one wins", "Notifications", "condition NotificationStore.refresh"),
    SEEN("what is seen stays so", "Notifications", "condition NotificationStore.see"),
    MENTIONED("a job refreshes mentions", "Notifications", "path Causes.mentions"),
    RECOUNTED("of recounts of a post one wins", "Views and reactions", "condition CounterStore.recount"),
    LIVE("a live feed looks again", "Live", "counter feedmill.live.looks");

    private static final String SEPARATOR = " ";
    /** By simple class name, and by method. */
    private static final Map<String, Map<String, String>> PATHS = new HashMap<>();
    /** By class, as it was met. */
    private static final Map<String, Map<String, String>> METHODS = new ConcurrentHashMap<>();

    static {
        for (Mechanisms each : values()) {
            if (each.kind.equals(Signals.PATH)) {
                int dot = each.what.indexOf('.');
                PATHS.computeIfAbsent(each.what.substring(0, dot), none -> new HashMap<>())
                        .put(each.what.substring(dot + 1), each.what);
            }
        }
    }

    private final String sentence;
    private final String source;
    private final String kind;
    private final String what;

    /** @param signal kind of signal and how it begins */
    Mechanisms(String sentence, String source, String signal) {
        this.sentence = sentence;
        this.source = source;
        this.kind = signal.substring(0, signal.indexOf(SEPARATOR));
        this.what = signal.substring(signal.indexOf(SEPARATOR) + 1);
    }

    String sentence() {
        return sentence;
    }

    /** The section, and cases of the models. */
    String source() {
        return source;
    }

    /** The kind of signal: one of those of {@link Signals}. */
    String kind() {
        return kind;
    }

    /** How the signal begins. */
    String what() {
        return what;
    }

    /** How often it mattered. */
    long times(Map<String, Map<String, Long>> reached) {
        return reached.getOrDefault(kind, Map.of()).entrySet().stream()
                .filter(signal -> signal.getKey().startsWith(what))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Returns the methods of a class that are signals, with their names in the table. Of a nested class they are the outer one's. */
    static Map<String, String> paths(String type) {
        return METHODS.computeIfAbsent(type, Mechanisms::methods);
    }

    private static Map<String, String> methods(String type) {
        int nested = type.indexOf('$');
        String simple = type.substring(type.lastIndexOf('.') + 1, nested < 0 ? type.length() : nested);
        return PATHS.getOrDefault(simple, Map.of());
    }
}
