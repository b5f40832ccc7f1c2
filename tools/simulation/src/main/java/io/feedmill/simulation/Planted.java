package io.feedmill.simulation;

import io.feedmill.common.key.JobId;
import io.feedmill.common.queue.Queue;
import io.feedmill.simulation.MemorySqs.Held;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** What no process of this version has written: messages that nobody can handle, each of which must end as a dead letter with its reason, and newer rows. */
final class Planted {
    private final World world;
    private final List<Letter> letters = new ArrayList<>();
    private final List<Map<String, AttributeValue>> rows = new ArrayList<>();

    Planted(World world) {
        this.world = world;
    }

    /** @param mark text that only this message has */
    private record Letter(Queue queue, String mark, String reason) {}

    /** Kinds of messages, by the reason with which they end, and a format of their texts. */
    private enum Kind {
        NOT_JSON("not-json", "planted %s"),
        TOO_LARGE("too-large", "%s " + "x".repeat(70_000)),
        MALFORMED("malformed", "{\"v\":1,\"type\":\"plan\",\"planted\":\"%s\"}"),
        ABSENT(
                "no-such-job",
                "{\"v\":1,\"type\":\"deliver\",\"job\":\"%s\",\"author\":\"ann\",\"attempt\":0,"
                        + "\"slice\":1,\"first\":\"bob\",\"last\":\"cid\",\"size\":2}"),
        NEWER_TYPE("unknown-type", "{\"v\":1,\"type\":\"dance\",\"author\":\"ann\",\"attempt\":0,\"planted\":\"%s\"}"),
        NEWER_VERSION(
                "unknown-version", "{\"v\":99,\"type\":\"plan\",\"author\":\"ann\",\"attempt\":0,\"planted\":\"%s\"}");

        private final String reason;
        private final String text;

        Kind(String reason, String text) {
            this.reason = reason;
            this.text = text;
        }

        String body(String mark) {
            return text.formatted(mark);
        }
    }

    /** Sends a message; returns what it is. */
    String letter(Random chance) {
        Kind kind = World.pick(List.of(Kind.values()), chance);
        Queue queue = kind == Kind.ABSENT ? Queue.DELIVER : World.pick(List.of(Queue.values()), chance);
        String mark = JobId.create(world.time().now() + letters.size(), chance).value();
        letters.add(new Letter(queue, mark, kind.reason));
        world.queues().send(World.QUEUES.name(queue), kind.body(mark), null, Map.of());
        return kind.reason + " in " + queue.suffix();
    }

    /** Puts an outbox row of a newer version, which workers pass over. */
    void row(Random chance) {
        Map<String, AttributeValue> row = new LinkedHashMap<>();
        row.put("pk", AttributeValue.fromS(Integer.toString(chance.nextInt(World.TABLE_SETTINGS.outboxShards()))));
        row.put("sk", AttributeValue.fromS("%019d.%s".formatted(world.time().now(), "newer")));
        row.put("kind", AttributeValue.fromS("job"));
        row.put("author", AttributeValue.fromS("ann"));
        row.put("resends", AttributeValue.fromN("0"));
        row.put("v", AttributeValue.fromN("99"));
        rows.add(row);
        world.database().putItem(r -> r.tableName(World.table("outbox")).item(row));
    }

    /** Deletes the newer rows, as a newer worker does at the end of their work. */
    void endRows() {
        for (Map<String, AttributeValue> row : rows) {
            world.database()
                    .deleteItem(r ->
                            r.tableName(World.table("outbox")).key(Map.of("pk", row.get("pk"), "sk", row.get("sk"))));
        }
        rows.clear();
    }

    /** Whether dead letters are what was planted; a message that was delivered twice may have died twice. */
    List<String> wrong() {
        List<String> wrong = new ArrayList<>();
        TreeSet<String> found = new TreeSet<>();
        for (Queue queue : Queue.values()) {
            for (Held held : world.queues().messages(World.QUEUES.deadName(queue))) {
                String reason = reason(held);
                letters.stream()
                        .filter(letter -> letter.queue() == queue && held.body.contains(letter.mark()))
                        .findFirst()
                        .filter(letter -> letter.reason().equals(reason))
                        .ifPresentOrElse(
                                letter -> found.add(letter.mark()),
                                () -> wrong.add("dead letter " + reason + " of " + queue.suffix() + ": "
                                        + held.body.substring(0, Math.min(300, held.body.length()))));
            }
        }
        letters.stream()
                .filter(letter -> !found.contains(letter.mark()))
                .forEach(letter -> wrong.add("no dead letter of " + letter));
        return wrong;
    }

    private static String reason(Held held) {
        MessageAttributeValue reason = held.attributes.get("reason");
        return reason == null ? "too-many-receives" : reason.stringValue();
    }
}
