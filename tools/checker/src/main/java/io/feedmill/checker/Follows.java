package io.feedmill.checker;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Answers to follows, requests, mutes and blocks, and their lists. */
record Follows(World world, Report report) {
    private static final long REQUEST_DAYS = 89L * 24 * 3600 * World.SECOND;

    void judge(List<Page> pages) {
        for (Op op : world.ops) {
            if (!op.answered()) {
                continue;
            }
            switch (op.name()) {
                case "follow" -> follow(op);
                case "acceptFollow" -> accept(op);
                case "isFollowing" -> asked(op);
                case "getFollowPolicy" -> policy(op);
                default -> {} // It tells nothing of follows.
            }
        }
        pages.stream().filter(page -> page.last() && page.hasRoot()).forEach(this::list);
    }

    private void follow(Op op) {
        String user = op.at("user");
        String author = op.at("author");
        List<Register<Boolean>> blocks = world.blocked(user, author);
        if (blocks.stream().anyMatch(block -> block.must(true, op.read(), 0))) {
            report.judge(
                    Promise.BLOCK_REFUSES,
                    !op.sure(),
                    () -> op.told() + " is " + op.status() + ", and a block stands between the two",
                    op);
        } else if (op.problem().equals("blocked")) {
            boolean may = blocks.stream().anyMatch(block -> block.may(true, op.read(), 0));
            report.judge(
                    Promise.BLOCK_REFUSES,
                    may,
                    () -> op.told() + " is refused, and no block stands between the two",
                    op);
        }
        limit(op, user, "too-many-follows", world.follows, world.settings.maxFollows());
        limit(op, user, "too-many-follow-requests", world.requests, world.settings.maxRequests());
        if (!op.sure()) {
            return;
        }
        boolean followed = world.following(user, author).without(op).may(true, op.read(), 0);
        boolean unfollowed = world.following(user, author).without(op).may(false, op.read(), 0);
        Register<String> policy = world.policy(author);
        boolean kept = op.status() == 202
                ? policy.may("asks", op.read(), 0) && unfollowed
                : policy.may("open", op.read(), 0) || followed;
        report.judge(
                Promise.FOLLOW_POLICY,
                kept,
                () -> "%s is %d, with the policy %s".formatted(op.told(), op.status(), policy.possible(op.read(), 0)),
                op);
    }

    private void limit(Op op, String user, String problem, Map<World.Pair, Register<Boolean>> registers, int most) {
        if (op.problem().equals(problem) && world.settings.empty()) {
            long has = registers.entrySet().stream()
                    .filter(each ->
                            each.getKey().user().equals(user) && each.getValue().may(true, op.read(), 0))
                    .count();
            report.judge(
                    Promise.FOLLOW_POLICY,
                    has >= most,
                    () -> "%s is %s with %d".formatted(op.told(), problem, has),
                    op);
        }
    }

    private void accept(Op op) {
        limit(op, op.at("follower"), "too-many-follows", world.follows, world.settings.maxFollows());
        Register<Boolean> request =
                world.requesting(op.at("follower"), op.at("user")).without(op);
        Register<Boolean> follow =
                world.following(op.at("follower"), op.at("user")).without(op);
        Read read = op.read();
        if (op.status() == 204) {
            boolean kept = request.may(true, read, 0) || follow.may(true, read, 0);
            report.judge(Promise.REQUESTS, kept, () -> op.told() + " is 204, and no request was open", op);
        } else if (op.problem().equals("follow-request-not-found") && !isOld(request, read)) {
            boolean kept = request.may(false, read, 0) && follow.may(false, read, 0);
            report.judge(Promise.REQUESTS, kept, () -> op.told() + " is 404, and a request was open", op);
        }
    }

    /** A request is open for 90 days. */
    private boolean isOld(Register<Boolean> request, Read read) {
        return request.writes().stream()
                .anyMatch(write -> write.value()
                        && world.time.sinceBegin(write.begin()) < world.time.sinceBegin(read.end()) - REQUEST_DAYS);
    }

    private void asked(Op op) {
        Register<Boolean> follow = world.following(op.at("user"), op.at("author"));
        Register<Boolean> request = world.requesting(op.at("user"), op.at("author"));
        Read read = op.read();
        String problem = op.problem();
        boolean kept = switch (op.status()) {
            case 204 -> follow.may(true, read, 0);
            case 404 ->
                follow.may(false, read, 0)
                        && (isOld(request, read) || request.may(problem.equals("follow-requested"), read, 0));
            default -> true;
        };
        report.judge(Promise.FOLLOWS, kept, () -> "%s is %d %s".formatted(op.told(), op.status(), problem), op);
    }

    private void policy(Op op) {
        if (op.status() == 200) {
            String shown = op.answer().path("policy").asString("");
            boolean kept = world.policy(op.at("user")).may(shown, op.read(), 0);
            report.judge(Promise.FOLLOW_POLICY, kept, () -> op.told() + " shows " + shown, op);
        }
    }

    private void list(Page page) {
        Map<World.Pair, Register<Boolean>> registers = switch (page.op().name()) {
            case "following", "followers" -> world.follows;
            case "followRequests" -> world.requests;
            case "mutedUsers" -> world.mutes;
            case "blockedUsers" -> world.blocks;
            default -> Map.of();
        };
        boolean bySecond = page.op().is("followers", "followRequests");
        if (registers.isEmpty()) {
            return;
        }
        Read walk = page.walk();
        long slack = page.before() == null ? 0 : World.ELSEWHERE;
        Read read = walk.since(walk.begin() - slack);
        Set<String> shown = page.ids();
        Set<String> wrong = new HashSet<>(shown);
        Set<String> missing = new HashSet<>();
        String owner = page.op().at("user");
        String of = page.op().query().get("of");
        registers.forEach((pair, register) -> {
            if (owner.equals(bySecond ? pair.other() : pair.user())) {
                String listed = bySecond ? pair.user() : pair.other();
                boolean asked = of == null || List.of(of.split(",", -1)).contains(listed);
                if (asked && register.may(true, read, 0)) {
                    wrong.remove(listed);
                }
                if (asked
                        && register.must(true, read, 0)
                        && !shown.contains(listed)
                        && !(page.op().is("followRequests") && isOld(register, read))) {
                    missing.add(listed);
                }
            }
        });
        boolean extra = world.settings.empty() && !wrong.isEmpty();
        report.judge(
                Promise.FOLLOWS,
                !extra && missing.isEmpty(),
                () -> "%s lacks %s, and should not have %s".formatted(page.op().told(), missing, wrong),
                page.root().op(),
                page.op());
    }
}
