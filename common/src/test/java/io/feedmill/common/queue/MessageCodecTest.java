package io.feedmill.common.queue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.counter.Reactions;
import io.feedmill.common.counter.Views;
import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Deliver.Remaining;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.fanout.Repair;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.fanout.Skipped.Reason;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.follow.Rebuild.Reached;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.Samples;
import io.feedmill.common.key.Seeded;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterException;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageCodecTest {
    /** The bytes of the attribute that a message of a trace has beside its body. */
    private static final int TRACE =
            ("traceparent" + "String" + "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01").length();

    private static final MessageCodec CODEC = new MessageCodec(
            List.of(Plan.TYPE, Deliver.TYPE, Repair.TYPE, Views.TYPE, Reactions.TYPE, Reconcile.TYPE, Rebuild.TYPE));
    private static final String ALLOWED = "ABCXYZabcxyz019_.-";
    private static final PostId JOB = PostId.create(1, new Random(1));
    private static final String PLAN = MessageCodec.encode(Plan.of(JobId.of(JOB), new UserId("ann")));
    private static final String SLICE = MessageCodec.encode(new Deliver(
            JobId.of(JOB),
            new UserId("ann"),
            new Slice(1, new UserId("a"), new UserId("b"), 2),
            new Remaining(List.of(new UserId("a"), new UserId("b")), new UserId("b"), 1, new Skipped(2, 0, 0, 3, 0)),
            SendHistory.FIRST));

    private static final Repair REPAIR = Repair.of(JOB, new UserId("ann"), List.of(new UserId("a"), new UserId("b")));

    private static UserId user(Random random) {
        StringBuilder id = new StringBuilder("u");
        for (int length = random.nextInt(64); length > 0; length--) {
            id.append(ALLOWED.charAt(random.nextInt(ALLOWED.length())));
        }
        return new UserId(id.toString());
    }

    private static List<UserId> users(Random random, int count) {
        return IntStream.range(0, count).mapToObj(i -> user(random)).toList();
    }

    private static List<UserId> ascending(Random random, int count) {
        return List.copyOf(new TreeSet<>(users(random, count)));
    }

    private static Slice slice(Random random) {
        List<UserId> bounds = ascending(random, 2);
        return new Slice(
                1 + random.nextInt(1_000_000_000),
                bounds.getFirst(),
                bounds.getLast(),
                1 + random.nextInt(Slice.MAX_SIZE));
    }

    private static QueueMessage message(Random random) {
        PostId job = PostId.create(random.nextLong(Long.MAX_VALUE), random);
        int attempt = random.nextInt(1_000_000_000);
        if (random.nextBoolean()) {
            String after = random.nextBoolean() ? user(random).value() : null;
            return new Plan(JobId.of(job), user(random), random.nextBoolean(), after, history(random, attempt));
        }
        if (random.nextBoolean()) {
            return new Repair(job, user(random), ascending(random, 1 + random.nextInt(30)), history(random, attempt));
        }
        if (random.nextBoolean()) {
            return new Views(
                    job, user(random), ascending(random, 1 + random.nextInt(Views.MAX)), history(random, attempt));
        }
        if (random.nextBoolean()) {
            Set<ReactionKey> reactions = ascending(random, 1 + random.nextInt(30)).stream()
                    .map(user -> new ReactionKey(job, random.nextBoolean() ? "like" : "so-so", user))
                    .collect(Collectors.toSet());
            return new Reactions(job, user(random), reactions, history(random, attempt));
        }
        if (random.nextBoolean()) {
            UserId user = user(random);
            OpenWork work = Rebuild.work(random.nextInt(64), random.nextLong(Long.MAX_VALUE), user);
            Reached reached =
                    random.nextBoolean() ? Reached.NOTHING : new Reached(1 + random.nextInt(900), user(random));
            return new Rebuild(work, reached, history(random, attempt));
        }
        if (random.nextBoolean()) {
            FollowChange.Kind kind = List.of(FollowChange.Kind.values()).get(random.nextInt(3));
            int shard = random.nextInt(1_000);
            FollowChange pair =
                    new FollowChange(shard, random.nextLong(Long.MAX_VALUE), user(random), user(random), kind);
            FeedKey after = random.nextBoolean() ? null : job.feedKey();
            Map<UserId, Long> seen = users(random, random.nextInt(9)).stream()
                    .collect(Collectors.toMap(author -> author, author -> random.nextLong(Long.MAX_VALUE)));
            return new Reconcile(pair, 1 + random.nextInt(kind.looks()), after, seen, history(random, attempt));
        }
        List<UserId> recipients = random.nextBoolean() ? ascending(random, 1 + random.nextInt(30)) : List.of();
        Slice slice = slice(random);
        Skipped skipped = Skipped.of(reason -> random.nextInt(9));
        Remaining rest =
                new Remaining(recipients, random.nextBoolean() ? slice.last() : null, random.nextInt(9), skipped);
        return new Deliver(JobId.of(job), user(random), slice, rest, history(random, attempt));
    }

    private static SendHistory history(Random random, int attempt) {
        Instant first = random.nextBoolean() ? Instant.ofEpochMilli(random.nextLong(1L << 50)) : null;
        return new SendHistory(attempt, first, random.nextInt(3));
    }

    /** Each number of each type but for times: whoever may send must not make a worker read or wait for what the number says. */
    @Seeded
    void everyNumberOfAMessageIsBounded(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 50; i++) {
            String text = MessageCodec.encode(message(random));
            Matcher numbers = Pattern.compile("\"([^\"]+)\":[0-9]+").matcher(text.replaceFirst("\"seen\":[^}]*}", ""));
            while (numbers.find()) {
                String field = numbers.group(1);
                if (!List.of("tick", "firstSentAt", "v").contains(field)) {
                    String changed =
                            text.replaceFirst("\"" + field + "\":[0-9]+", "\"" + field + "\":" + Integer.MAX_VALUE);
                    assertThatThrownBy(() -> CODEC.decode(changed))
                            .as(changed)
                            .isInstanceOf(DeadLetterException.class)
                            .hasFieldOrPropertyWithValue("reason", DeadLetterReason.MALFORMED);
                }
            }
        }
    }

    @Seeded
    void aMessageIsReadAsItWasWritten(long seed) {
        Samples.tries(seed, random -> {
            QueueMessage message = message(random);
            assertThat(CODEC.decode(MessageCodec.encode(message))).isEqualTo(message);
        });
    }

    @Test
    void aRebuildHasTheDocumentedForm() {
        UserId bob = new UserId("bob");
        Rebuild first = Rebuild.of(Rebuild.work(7, 12, bob));
        assertThat(MessageCodec.encode(first))
                .isEqualTo(
                        "{'v':1,'type':'rebuild','tick':12,'shard':7,'author':'bob','attempt':0}".replace('\'', '"'));
        String text = MessageCodec.encode(first.continued(new Reached(25, new UserId("zoe"))));
        assertThat(text).contains("'authors':25,'after':'zoe'".replace('\'', '"'));
        assertThat(CODEC.decode(text)).isEqualTo(first.continued(new Reached(25, new UserId("zoe"))));
        assertUnreadable(text.replace("zoe", "z e"), DeadLetterReason.MALFORMED, "after is not a position");
    }

    /** It starts over: nothing is passed over. */
    @Test
    void aPositionOfAnEarlierVersionIsNone() {
        String text =
                "{'v':1,'type':'rebuild','tick':12,'shard':7,'authors':25,'last':'zoe','author':'bob','attempt':0}";
        assertThat(CODEC.decode(text.replace('\'', '"')))
                .isInstanceOfSatisfying(
                        Rebuild.class, rebuild -> assertThat(rebuild.reached()).isEqualTo(Reached.NOTHING));
    }

    /** A reconciliation with oneself would delete what a rebuild brings. */
    @Test
    void aReconcileIsNoRebuild() {
        String text = "{'v':1,'type':'reconcile','follower':'bob','change':'rebuild','tick':12,'shard':7,'look':1,"
                + "'author':'bob','attempt':0}";
        assertUnreadable(
                text.replace('\'', '"'), DeadLetterReason.MALFORMED, "change is not follow, unfollow or request");
    }

    /** An older worker would take it for malformed. */
    @Test
    void theReconcileOfARequestIsOfTheSecondVersion() {
        FollowChange request = new FollowChange(7, 12, new UserId("bob"), new UserId("ann"), FollowChange.Kind.REQUEST);
        String text = MessageCodec.encode(Reconcile.of(request));
        assertThat(text)
                .isEqualTo("{'v':2,'type':'reconcile','follower':'bob','change':'request','tick':12,'shard':7,'look':1,"
                                .replace('\'', '"')
                        + "'author':'ann','attempt':0}".replace('\'', '"'));
        assertThat(CODEC.decode(text)).isEqualTo(Reconcile.of(request));
        assertUnreadable(
                text.replace("'look':1".replace('\'', '"'), "'look':2".replace('\'', '"')),
                DeadLetterReason.MALFORMED,
                "look is not one of the pair's");
    }

    @Test
    void reactionsHaveTheDocumentedForm() {
        Set<ReactionKey> reactions = Set.of(
                new ReactionKey(JOB, "sad", new UserId("b")),
                new ReactionKey(JOB, "like", new UserId("c")),
                new ReactionKey(JOB, "like", new UserId("b")));
        Reactions message = new Reactions(JOB, new UserId("ann"), reactions, SendHistory.FIRST);
        String text = MessageCodec.encode(message);
        assertThat(text)
                .isEqualTo(("{'v':1,'type':'reactions','post':'" + JOB
                                + "','reactions':{'like':['b','c'],'sad':['b']},'author':'ann','attempt':0}")
                        .replace('\'', '"'));
        assertThat(CODEC.decode(text)).isEqualTo(message);
        String form = "reactions are not users by kind";
        assertUnreadable(text.replace("sad", "s_d"), DeadLetterReason.MALFORMED, form);
        assertUnreadable(text.replaceFirst("\\{\"like[^}]*}", "[\"b\"]"), DeadLetterReason.MALFORMED, form);
        assertUnreadable(
                text.replaceFirst("\\{\"like[^}]*}", "{}"), DeadLetterReason.MALFORMED, "reactions are 1 to 1000");
        assertUnreadable(text.replace("[\"b\"]", "\"b\""), DeadLetterReason.MALFORMED, "sad is not a list");
        assertUnreadable(text.replace("[\"b\"]", "[\"b c\"]"), DeadLetterReason.MALFORMED, "sad is not a user id");
    }

    @Test
    void aReconcileHasTheDocumentedForm() {
        FollowChange unfollow =
                new FollowChange(7, 12, new UserId("bob"), new UserId("ann"), FollowChange.Kind.UNFOLLOW);
        String text = MessageCodec.encode(Reconcile.of(unfollow).nextLook(new TreeMap<>()));
        assertThat(text)
                .isEqualTo(
                        "{'v':1,'type':'reconcile','follower':'bob','change':'unfollow','tick':12,'shard':7,'look':2,"
                                        .replace('\'', '"')
                                + "'author':'ann','attempt':0}".replace('\'', '"'));
        assertUnreadable(
                text.replace("unfollow", "follow"), DeadLetterReason.MALFORMED, "look is not one of the pair's");
        assertUnreadable(
                text.replace("unfollow", "mute"),
                DeadLetterReason.MALFORMED,
                "change is not follow, unfollow or request");
        FeedKey reached = JOB.feedKey();
        assertThat(MessageCodec.encode(Reconcile.of(unfollow).continued(reached)))
                .contains("'look':1,'after':'%s','author'".formatted(reached).replace('\'', '"'));
    }

    @Test
    void hasTheDocumentedForm() {
        assertThat(PLAN)
                .isEqualTo("{'v':1,'type':'plan','job':'%s','goesOn':false,'author':'ann','attempt':0}"
                        .replace('\'', '"')
                        .formatted(JOB));
        assertThat(SLICE)
                .isEqualTo(
                        "{'v':2,'type':'deliver','job':'%s','slice':1,'first':'a','last':'b','size':2,'recipients':['a','b'],'delivered':1,'not-following':2,'blocked':3,'after':'b','author':'ann','attempt':0}"
                                .replace('\'', '"')
                                .formatted(JOB));
    }

    @Test
    void aLaterAttemptOfASliceSaysWhenTheFirstWasSent() {
        Deliver slice = (Deliver) CODEC.decode(SLICE);
        Instant sent = Instant.ofEpochMilli(1_700_000_000_123L);
        QueueMessage next = slice.withFirstSentAt(sent).next();
        assertThat(MessageCodec.encode(next)).contains("\"firstSentAt\":1700000000123");
        assertThat(next.withFirstSentAt(sent.plusSeconds(60)).history().firstSentAt())
                .isEqualTo(sent);
    }

    /** It is a later attempt, and its plan resends nothing that is pending. */
    @Test
    void aRecheckSaysThatItIsOne() {
        Plan plan = (Plan) CODEC.decode(PLAN);
        assertThat(MessageCodec.encode(plan.recheck())).contains("'goesOn':true,'rechecks':1".replace('\'', '"'));
        assertThat(plan.next().next().recheck().attempt()).isEqualTo(1);
        assertThat(plan.recheck().next().history().rechecks()).isEqualTo(1);
        assertThat(plan.mayBeRechecked()).isTrue();
        assertThat(plan.recheck().recheck().mayBeRechecked()).isFalse();
    }

    /** A message of an earlier form, whose progress counts nobody, has all of its recipients left. */
    @Test
    void theProgressOfAnEarlierFormIsLeftOut() {
        String earlier = MessageCodec.encode(new Deliver(
                        JobId.of(JOB),
                        new UserId("ann"),
                        new Slice(1, new UserId("a"), new UserId("b"), 2),
                        Remaining.of(List.of(new UserId("a"), new UserId("b"))),
                        SendHistory.FIRST))
                .replace("{", "{\"written\":1,\"revision\":1,");
        assertThat(((Deliver) CODEC.decode(earlier)).rest())
                .isEqualTo(Remaining.of(List.of(new UserId("a"), new UserId("b"))));
    }

    /** A worker that does not know them would count these recipients as skipped, or leave the rest of the range out. */
    @Test
    void onlyASliceWithProgressHasTheVersionThatOlderWorkersLeaveToNewerOnes() {
        Deliver slice = (Deliver) CODEC.decode(SLICE);
        List<UserId> some = List.of(new UserId("a"));
        for (Remaining progress : List.of(
                new Remaining(List.of(), new UserId("a"), 0, Skipped.NONE),
                new Remaining(some, null, 1, Skipped.NONE),
                new Remaining(some, null, 0, Skipped.by(Reason.GONE, 1)))) {
            assertThat(MessageCodec.encode(slice.next(progress))).startsWith("{\"v\":2,");
        }
        String plain = MessageCodec.encode(slice.next(Remaining.of(some)));
        assertThat(plain).startsWith("{\"v\":1,");
        assertThat(CODEC.decode(SLICE.replace("\"v\":2", "\"v\":1"))).isEqualTo(slice);
    }

    @Test
    void aRepairHasTheDocumentedForm() {
        assertThat(MessageCodec.encode(REPAIR))
                .isEqualTo("{'v':1,'type':'repair','job':'%s','recipients':['a','b'],'author':'ann','attempt':0}"
                        .replace('\'', '"')
                        .formatted(JOB));
        assertThat(MessageCodec.encode(REPAIR.next(List.of(new UserId("b")))))
                .endsWith("'recipients':['b'],'author':'ann','attempt':1}".replace('\'', '"'));
    }

    @Test
    void viewsHaveTheDocumentedForm() {
        assertThat(MessageCodec.encode(new Views(
                        JOB, new UserId("ann"), List.of(new UserId("a"), new UserId("b")), SendHistory.FIRST)))
                .isEqualTo("{'v':1,'type':'views','post':'%s','viewers':['a','b'],'author':'ann','attempt':0}"
                        .replace('\'', '"')
                        .formatted(JOB));
    }

    @Test
    void viewsWithoutOrWithTooManyViewersAreRefused() {
        String text = MessageCodec.encode(Views.of(JOB, new UserId("ann"), new UserId("a")));
        assertUnreadable(text.replace("viewers", "others"), DeadLetterReason.MALFORMED, "viewers are 1 to 97");
        assertUnreadable(text.replace("\"a\"]", "]"), DeadLetterReason.MALFORMED, "viewers is empty");
        assertUnreadable(text.replace("\"a\"]", "\"a\",\"a\"]"), DeadLetterReason.MALFORMED, "viewers do not ascend");
        String many = IntStream.range(100, 198).mapToObj(n -> "\"v" + n + "\"").collect(Collectors.joining(","));
        assertUnreadable(text.replace("\"a\"]", many + "]"), DeadLetterReason.MALFORMED, "viewers are 1 to 97");
        assertUnreadable(text.replace("post", "job"), DeadLetterReason.MALFORMED, "post is not a string");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "'other':1,"})
    void aRepairWithoutRecipientsIsRefused(String recipients) {
        String changed =
                MessageCodec.encode(REPAIR).replaceFirst("\"recipients\":[^]]*],", recipients.replace('\'', '"'));
        assertUnreadable(changed, DeadLetterReason.MALFORMED, "recipients of a repair are 1 to 500");
    }

    @Test
    void aRepairOfTheMaximumAlwaysFits() {
        List<UserId> max = IntStream.range(0, Repair.MAX)
                .mapToObj(n -> new UserId("z".repeat(61) + (100 + n)))
                .toList();
        Repair repair = new Repair(
                new PostId(Long.MAX_VALUE, "zzzzzzzzzzz"),
                new UserId("z".repeat(64)),
                max,
                new SendHistory(1_000_000_000, Instant.ofEpochMilli(Long.MAX_VALUE), 2));
        String text = MessageCodec.encode(repair);
        assertThat(text.getBytes(UTF_8)).hasSizeLessThan(MessageCodec.MAX_BYTES - TRACE);
        assertUnreadable(
                text.replaceFirst("\\[", "[\"a\","), DeadLetterReason.MALFORMED, "recipients of a repair are 1 to 500");
        List<UserId> more = Collections.nCopies(Repair.MAX + 1, new UserId("z"));
        assertThatThrownBy(() -> Repair.of(JOB, new UserId("ann"), more)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Repair.of(JOB, new UserId("ann"), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRepairGoesWhereSlicesGo() {
        assertThat(REPAIR.type().queue()).isEqualTo(Queue.DELIVER);
    }

    @Test
    void anUnknownFieldIsIgnored() {
        String more = PLAN.replace("{", "{\"later\":{\"a\":[1]},");
        assertThat(CODEC.decode(more)).isEqualTo(Plan.of(JobId.of(JOB), new UserId("ann")));
    }

    private static void assertUnreadable(String text, DeadLetterReason reason, String detail) {
        assertThatThrownBy(() -> CODEC.decode(text))
                .isInstanceOf(DeadLetterException.class)
                .hasFieldOrPropertyWithValue("reason", reason)
                .hasMessage(detail);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | NOT_JSON | not a JSON object",
                "hello | NOT_JSON | not JSON",
                "{'v':1 | NOT_JSON | not JSON",
                "{'v':1,'v':1} | NOT_JSON | not JSON",
                "{} {} | NOT_JSON | not JSON",
                "[] | NOT_JSON | not a JSON object",
                "null | NOT_JSON | not a JSON object",
                "'plan' | NOT_JSON | not a JSON object",
                "{} | MALFORMED | v is not a number",
                "{'v':'1'} | MALFORMED | v is not a number",
                "{'v':1.0} | MALFORMED | v is not a number",
                "{'v':-1} | MALFORMED | v is not a number",
                "{'v':99999999999999999999} | MALFORMED | v is not a number",
                "{'v':4294967297} | MALFORMED | v is too large",
                "{'v':0} | UNKNOWN_VERSION | unknown version",
                "{'v':2} | UNKNOWN_VERSION | unknown version",
                "{'v':2,'type':'plan'} | UNKNOWN_VERSION | unknown version",
                "{'v':3,'type':'deliver'} | UNKNOWN_VERSION | unknown version",
                "{'v':1} | MALFORMED | type is not a string",
                "{'v':1,'type':1} | MALFORMED | type is not a string",
                "{'v':1,'type':'purge'} | UNKNOWN_TYPE | unknown type"
            })
    void textThatIsNoMessageIsRefused(String text, DeadLetterReason reason, String detail) {
        assertUnreadable(text.replace('\'', '"'), reason, detail);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'job':'[^']*' | 'job':7 | job is not a string",
                "'job':'[^']*' | 'job':'0OIl' | job is not a job id",
                "'author':'ann' | 'author':'..' | author is not a user id",
                "'author':'ann' | 'author':null | author is not a user id",
                "'author':'ann' | 'author':'a#b' | author is not a user id",
                "'attempt':0 | 'attempt':-1 | attempt is not a number",
                "'attempt':0 | 'attempt':2147483648 | attempt is too large",
                "'slice':1 | 'slice':'1' | slice is not a number",
                "'first':'a' | 'first':'' | first is not a user id",
                "'last':'b' | 'last':5 | last is not a user id",
                "'size':2 | 'size':0.5 | size is not a number",
                "'size':2 | 'size':0 | size is not 1 to 10000",
                "'size':2 | 'size':10001 | size is not 1 to 10000",
                "'recipients':[^]]*] | 'recipients':{} | recipients is not a list",
                "'recipients':[^]]*] | 'recipients':null | recipients is not a list",
                "'recipients':[^]]*] | 'recipients':['a',5] | recipients is not a user id",
                "'recipients':[^]]*] | 'recipients':['a','b c'] | recipients is not a user id",
                "'recipients':[^]]*] | 'recipients':[] | recipients is empty",
                "'recipients':[^]]*] | 'recipients':['b','a'] | recipients do not ascend",
                "'recipients':[^]]*] | 'recipients':['a','a'] | recipients do not ascend",
                "'slice':1 | 'slice':0 | slice counts from 1",
                "'last':'b' | 'last':'A' | first comes after last",
                "'after':'b' | 'after':'c' | after is not between first and last",
                "'after':'b' | 'after':7 | after is not a string",
                "'after':'b' | 'after':'a#b' | after is not a position",
                "'delivered':1 | 'delivered':true | delivered is not a number",
                "'blocked':3 | 'blocked':4294967296 | blocked is too large"
            })
    void aSliceWithAnInvalidFieldIsRefused(String field, String other, String detail) {
        String changed = SLICE.replaceFirst(field.replace('\'', '"'), other.replace('\'', '"'));
        assertThat(changed).isNotEqualTo(SLICE);
        assertUnreadable(changed, DeadLetterReason.MALFORMED, detail);
    }

    @ParameterizedTest
    @CsvSource({
        "job, job is not a string",
        "author, author is not a user id",
        "attempt, attempt is not a number",
        "slice, slice is not a number",
        "first, first is not a user id",
        "last, last is not a user id",
        "size, size is not a number"
    })
    void aSliceWithoutAFieldIsRefused(String field, String detail) {
        assertUnreadable(SLICE.replace("\"" + field + "\":", "\"other\":"), DeadLetterReason.MALFORMED, detail);
    }

    @Test
    void aTooLargeTextIsRefusedUnread() {
        String filled = PLAN + " ".repeat(64 * 1_024 - PLAN.length());
        assertThat(CODEC.decode(filled)).isEqualTo(Plan.of(JobId.of(JOB), new UserId("ann")));
        assertUnreadable(filled + " ", DeadLetterReason.TOO_LARGE, "larger than 65536 bytes");
        assertUnreadable("\"" + "ä".repeat(32 * 1_024) + "\"", DeadLetterReason.TOO_LARGE, "larger than 65536 bytes");
    }

    @Seeded
    void fittingRecipientsNeverExceedTheMaximumSize(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 50; i++) {
            List<UserId> users = ascending(random, 500 + random.nextInt(4_000));
            List<UserId> fitting = users.subList(0, Deliver.fitting(users));
            assertThat(largest(fitting) + TRACE).isLessThanOrEqualTo(MessageCodec.MAX_BYTES);
            if (fitting.size() < users.size()) {
                int next = users.get(fitting.size()).value().length() + 3;
                assertThat(largest(fitting) + next).isGreaterThan(MessageCodec.MAX_BYTES - 640 - TRACE);
            }
        }
    }

    /** Returns the slice message of maximum size for these recipients. */
    private static int largest(List<UserId> recipients) {
        UserId longest = new UserId("z".repeat(64));
        int number = Integer.MAX_VALUE;
        Deliver slice = new Deliver(
                JobId.of(new PostId(Long.MAX_VALUE, "zzzzzzzzzzz")),
                longest,
                new Slice(number, longest, longest, Slice.MAX_SIZE),
                new Remaining(recipients, longest, number, Skipped.of(reason -> number)),
                new SendHistory(number, Instant.ofEpochMilli(1L << 50), number));
        return MessageCodec.encode(slice).getBytes(UTF_8).length;
    }
}
