package io.feedmill.chaos.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.chaos.fuzz.KnownJobs.KnownJob;
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
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A message of the fuzzer, valid or not. No two have one body. Attributes are by name and type, a space between; values of a type {@code Binary} are Latin-1. */
public record MessageCase(int number, Queue queue, String mutation, String body, Map<String, String> attributes) {
    private static final String VALID = "valid";
    private static final int VALID_PERCENT = 25;
    private static final int ATTRIBUTES_PERCENT = 20;
    private static final int OTHER_QUEUE_PERCENT = 25;
    private static final List<String> NAMES = List.of(
            "firstSentAt", "delay", "reason", "JavaType", "contentType", "id", "timestamp", "x.y-z", "Sqs_MessageId");
    private static final List<String> TYPES =
            List.of("String", "String", "Number", "Binary", "String.x", "Number.int", "Number.nonsense", "Binary.gif");

    /** Returns the case of that number, the same for the same seed but for ids. */
    public static MessageCase of(long seed, int number, KnownJobs jobs) {
        Draws draws = new Draws(-seed, number);
        QueueMessage message = message(jobs, draws);
        Queue queue = draws.percent(OTHER_QUEUE_PERCENT)
                ? draws.of(Queue.values())
                : message.type().queue();
        String text = MessageCodec.encode(message).replaceFirst("\\{", "{\"fuzz\":" + number + ",");
        Map<String, String> attributes = draws.percent(ATTRIBUTES_PERCENT) ? attributes(draws) : Map.of();
        if (draws.percent(VALID_PERCENT)) {
            return new MessageCase(number, queue, VALID, text, attributes);
        }
        MessageMutation mutation = draws.of(MessageMutation.values());
        return new MessageCase(number, queue, mutation.name(), mutation.apply(text, number, draws), attributes);
    }

    private static QueueMessage message(KnownJobs jobs, Draws draws) {
        KnownJob job = draws.of(jobs.all());
        boolean isUnknown = draws.percent(15);
        PostId known = PostId.parse(job.post());
        String other = new StringBuilder(known.suffix()).reverse().toString();
        PostId post = isUnknown ? new PostId(draws.of(1L, known.tick()), other) : known;
        UserId author = new UserId(draws.percent(5) ? "someone-else" : job.author());
        return switch (draws.below(7)) {
            case 0 ->
                new Plan(
                        JobId.of(post),
                        author,
                        draws.percent(20),
                        draws.percent(20) ? draws.of("1", "fan-07") : null,
                        history(draws));
            case 1 -> deliver(job, JobId.of(post), author, draws);
            case 2 ->
                new Repair(
                        post, author, users("fan-", 1 + draws.below(20), draws), SendHistory.ofAttempt(draws.of(0, 1)));
            case 3 -> reconcile(author, draws);
            case 4 -> rebuild(draws);
            case 5 -> reactions(post, author, draws);
            default -> new Views(post, author, users("viewer-", 1 + draws.below(5), draws), SendHistory.FIRST);
        };
    }

    /** The last look: an unfollow's first one would leave a message that waits for minutes. */
    private static Reconcile reconcile(UserId author, Draws draws) {
        FollowChange.Kind kind = draws.of(FollowChange.Kind.values());
        UserId follower = users("fan-", 1, draws).getFirst();
        FollowChange pair = new FollowChange(draws.below(64), 1 + draws.below(1_000), follower, author, kind);
        return new Reconcile(pair, kind.looks(), null, Map.of(), SendHistory.ofAttempt(draws.of(0, 0, 1, 7)));
    }

    private static Reactions reactions(PostId post, UserId author, Draws draws) {
        String kind = draws.of("like", "sad", "never-heard-of");
        Set<ReactionKey> some = users("fan-", 1 + draws.below(5), draws).stream()
                .map(user -> new ReactionKey(post, kind, user))
                .collect(Collectors.toSet());
        return new Reactions(post, author, some, SendHistory.FIRST);
    }

    private static Rebuild rebuild(Draws draws) {
        UserId user = users("fan-", 1, draws).getFirst();
        OpenWork work = Rebuild.work(draws.below(64), 1 + draws.below(1_000), user);
        Reached reached = draws.percent(50)
                ? Reached.NOTHING
                : new Reached(draws.below(100), users("author-", 1, draws).getFirst());
        return new Rebuild(work, reached, SendHistory.ofAttempt(draws.of(0, 0, 1, 7)));
    }

    private static Deliver deliver(KnownJob job, JobId id, UserId author, Draws draws) {
        List<UserId> range = users("fan-", 2, draws);
        int number = Math.max(1, draws.below(job.slices() + 2));
        Slice slice = new Slice(number, range.getFirst(), range.getLast(), 1 + draws.below(30));
        List<UserId> recipients = draws.percent(70) ? users("fan-", 1 + draws.below(20), draws) : List.of();
        UserId after = draws.percent(20) ? draws.of(range.getFirst(), range.getLast()) : null;
        Remaining rest = new Remaining(recipients, after, draws.below(3), Skipped.by(Reason.GONE, draws.below(3)));
        return new Deliver(id, author, slice, rest, history(draws));
    }

    private static SendHistory history(Draws draws) {
        return new SendHistory(draws.of(0, 0, 1, 3, 7), null, draws.of(0, 0, 0, 1));
    }

    private static List<UserId> users(String prefix, int count, Draws draws) {
        TreeSet<UserId> users = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            users.add(new UserId("%s%02d".formatted(prefix, draws.below(60))));
        }
        return List.copyOf(users);
    }

    private static Map<String, String> attributes(Draws draws) {
        Map<String, String> attributes = new TreeMap<>();
        for (int i = 0; i <= draws.below(3); i++) {
            String type = draws.of(TYPES);
            List<String> values = type.startsWith("Number")
                    ? List.of(
                            "0",
                            "-1",
                            "1",
                            "99999999999999999999999999",
                            "9223372036854775807",
                            "1e30",
                            "-9223372036854775808")
                    : List.of(
                            "x",
                            "now",
                            "-1",
                            "1",
                            "\u00e9",
                            "1700000000000",
                            "9223372036854775807",
                            "java.util.HashMap",
                            "no.such.Class",
                            "text/plain");
            attributes.put(draws.of(NAMES) + " " + type, draws.of(values));
        }
        return Map.copyOf(attributes);
    }

    /** Changes of a message's body. SQS refuses empty bodies and characters that XML does not have. */
    enum MessageMutation {
        JSON,
        JSON_TWICE,
        NEWER,
        TEXT,
        BASE64,
        LARGE,
        HUGE;

        String apply(String text, int number, Draws draws) {
            return switch (this) {
                case JSON -> json(text, number, draws);
                case JSON_TWICE -> json(json(text, number, draws), number, draws);
                case NEWER ->
                    draws.percent(50)
                            ? text.replaceFirst(
                                    "\"v\":[12]", "\"v\":" + draws.of("3", "1000000", "9223372036854775807"))
                            : text.replaceFirst("\"type\":\"[a-z]+\"", "\"type\":\"dance\"");
                case TEXT ->
                    draws.of("<xml/> ", "null ", "[] ", "\"\" ", "\ufeff{} ", "{}{} ", "GET / ", "\ud83d\ude00")
                            + number;
                case BASE64 -> Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
                case LARGE -> padded(text, MessageCodec.MAX_BYTES + draws.of(-1, 0, 1));
                case HUGE -> padded(text, 250_000);
            };
        }

        private static String padded(String text, int length) {
            return "{\"pad\":\"" + "x".repeat(length - text.length() - 9) + "\"," + text.substring(1);
        }

        /** The number stays in the text, so that no two cases have the same. */
        private static String json(String text, int number, Draws draws) {
            String changed = new String(draws.of(JsonMutation.values()).apply(text, draws), UTF_8);
            String allowed = changed.codePoints()
                    .filter(c -> c == '\t'
                            || c == '\n'
                            || c == '\r'
                            || (c >= ' ' && c < 0xd800)
                            || (c > 0xdfff && c < 0xfffe)
                            || c > 0xffff)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            return allowed.contains("\"fuzz\":" + number) ? allowed : allowed + " /" + number;
        }
    }

    /** Returns the message for people. */
    public String shown() {
        return "%s %s".formatted(attributes, Shown.of(body));
    }
}
