package io.feedmill.checker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Messages of rooms. */
final class Rooms {

    private record Message(String id, String user, JsonNode answer, Op sent, Register<Boolean> deleted) {}

    private final World world;
    private final Visibility visibility;
    private final Report report;
    private final Map<String, Map<String, Message>> rooms = new HashMap<>();
    private final List<Op> lost = new ArrayList<>();

    Rooms(World world, Report report) {
        this.world = world;
        this.visibility = new Visibility(world);
        this.report = report;
    }

    void judge(List<Page> pages) {
        for (Op op : world.ops) {
            if (op.is("sendMessage") && op.sure()) {
                String id = op.answer().path("id").asString("");
                room(op).putIfAbsent(
                                id,
                                new Message(
                                        id,
                                        op.answer().path("user").asString(""),
                                        op.answer(),
                                        op,
                                        new Register<>(false)));
            } else if (op.is("sendMessage") && op.possible()) {
                lost.add(op);
            } else if (op.is("deleteMessage")) {
                Message message = room(op).get(op.at("id"));
                if (message != null) {
                    message.deleted().write(true, op);
                }
            }
        }
        for (Page page : pages) {
            if (page.op().is("roomMessages")) {
                page.items().forEach(item -> item(page.op(), item));
                if (page.last() && page.hasRoot()) {
                    missing(page);
                }
            }
        }
    }

    private Map<String, Message> room(Op op) {
        return rooms.computeIfAbsent(op.at("room"), room -> new HashMap<>());
    }

    private void item(Op op, JsonNode item) {
        Message message = room(op).get(Page.id(item));
        String user = op.query().get("user");
        if (message == null) {
            boolean sent = lost.stream()
                    .anyMatch(each -> each.body().path("text").equals(item.path("text"))
                            && each.body().path("user").equals(item.path("user")));
            report.judge(
                    Promise.ROOMS,
                    sent || !world.settings.empty(),
                    () -> "%s shows %s, which nobody sent".formatted(op.told(), item),
                    op);
            return;
        }
        boolean same = message.answer().equals(item) && (user == null || user.equals(message.user()));
        report.judge(
                Promise.ROOMS,
                same,
                () -> "%s shows %s, and was sent %s".formatted(op.told(), item, message.answer()),
                message.sent(),
                op);
        // All users' messages come from an index that is behind.
        boolean exact = (user != null && !op.query().containsKey("cursor")) || world.time.rests(op.read());
        boolean deleted = exact && message.deleted().must(true, op.read(), 0);
        report.judge(
                Promise.ROOMS, !deleted, () -> "%s shows %s, which was deleted".formatted(op.told(), message.id()), op);
        boolean blocked = visibility.surelyBlocked(op.viewer(), message.user(), op.read());
        report.judge(
                Promise.HIDDEN_BLOCKED,
                !blocked,
                () -> "%s shows a message of %s, whom a block hides".formatted(op.told(), message.user()),
                op);
    }

    private void missing(Page page) {
        Op op = page.op();
        Read walk = page.walk();
        String user = op.query().get("user");
        boolean exact = user != null || world.time.rests(walk);
        if (!exact
                || op.query().containsKey("prefix")
                || op.query().containsKey("from")
                || op.query().containsKey("to")) {
            return;
        }
        Set<String> shown = page.ids();
        long oldest =
                world.time.sinceBegin(op.end()) - world.settings.roomRetention().toNanos() + 60 * World.SECOND;
        for (Message message : room(op).values()) {
            boolean must = (user == null || user.equals(message.user()))
                    && message.sent().end() < walk.begin()
                    && World.nanos(message.answer().path("createdAt")) > oldest + world.time.offset(op.end())
                    && message.deleted().must(false, walk, 0)
                    && visibility.surelyFree(op.viewer(), message.user(), walk);
            if (must) {
                report.judge(
                        Promise.ROOMS,
                        shown.contains(message.id()),
                        () -> "%s lacks %s".formatted(op.told(), message.id()),
                        message.sent(),
                        op);
            }
        }
    }
}
