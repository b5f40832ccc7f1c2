package io.feedmill.checker;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The form of answers, whatever is asked. */
record Answers(World world, Report report) {
    private static final String TYPES = "https://feedmill.io/problems/";

    void judge() {
        for (Op op : world.ops) {
            if (op.answered()) {
                boolean kept = op.status() < 500 || op.status() == 503;
                report.judge(Promise.NO_DEFECT, kept, () -> op.told() + " is " + op.status(), op);
                listed(op);
                suspended(op);
                if (op.status() >= 400) {
                    problem(op);
                }
            }
        }
    }

    private void listed(Op op) {
        if (op.name().isEmpty() || op.problem().equals("refused")) {
            return;
        }
        int status = op.status();
        boolean any = status == 405 || (status == 304 && op.call().method().equals("GET"));
        boolean problem = status < 400 || Operations.documented().listsProblem(op);
        boolean kept = any || (problem && Operations.documented().lists(op));
        report.judge(Promise.STATUS, kept, () -> "%s is %d %s".formatted(op.told(), status, op.problem()), op);
    }

    private void problem(Op op) {
        String type = header(op, "Content-Type");
        boolean kept = op.answer().path("type").asString("").startsWith(TYPES)
                && !op.answer().path("title").asString("").isEmpty()
                && op.answer().path("status").asInt(0) == op.status()
                && (type == null || type.startsWith("application/problem+json"));
        report.judge(
                Promise.PROBLEM, kept, () -> "%s is %d with %s".formatted(op.told(), op.status(), op.answer()), op);
        if ((op.status() == 429 || op.status() == 503)
                && !op.call().answerHeaders().isEmpty()) {
            String after = header(op, "Retry-After");
            boolean seconds = after != null && after.matches("\\d+");
            report.judge(
                    Promise.RETRY_AFTER,
                    seconds,
                    () -> "%s is %d with Retry-After %s".formatted(op.told(), op.status(), after),
                    op);
        }
    }

    private static @Nullable String header(Op op, String name) {
        return op.call().answerHeaders().entrySet().stream()
                .filter(each -> each.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    private void suspended(Op op) {
        String caller = op.service() ? op.query().get("viewer") : op.call().caller();
        Register<Boolean> suspended = caller == null ? null : world.suspended.get(caller);
        if (suspended == null || op.admin() || !Set.of(200, 201, 202, 204, 403).contains(op.status())) {
            return;
        }
        // While the storage does not answer, what a process knows is up to a minute old.
        long slack = world.time.faultIn(op.begin() - 60 * World.SECOND, op.end()) ? 62 * World.SECOND : World.ELSEWHERE;
        Read read = slack > World.ELSEWHERE ? op.read().since(op.begin() - 60 * World.SECOND) : op.read();
        boolean refused = op.problem().equals("suspended");
        boolean kept = suspended.may(refused, read, slack);
        report.judge(
                Promise.SUSPENDED,
                kept || (op.status() == 403 && !refused),
                () -> "%s of %s is %d".formatted(op.told(), Objects.requireNonNull(caller), op.status()),
                op);
    }
}
