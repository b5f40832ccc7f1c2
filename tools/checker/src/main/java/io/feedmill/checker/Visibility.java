package io.feedmill.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Who may see a post, who must, and at which reads. */
record Visibility(World world) {

    /** What hides a post from a reader, if it does. */
    record Hidden(Promise promise, boolean hidden, String why) {}

    /** Whether the reader, null for nobody, may read it by its permissions in one order of the calls at least. */
    boolean mayRead(@Nullable String reader, Post post, Read read, long slack) {
        return post.author.equals(reader)
                || post.audience.possible(read, slack).stream()
                        .anyMatch(each -> admits(each, reader, post, follow -> follow.may(true, read, slack)));
    }

    /** Whether the reader may read it by its permissions in every order of the calls. */
    boolean mustRead(@Nullable String reader, Post post, Read read, long slack) {
        Set<Post.Audience> audiences = post.audience.possible(read, slack);
        return post.author.equals(reader)
                || (!audiences.isEmpty()
                        && audiences.stream()
                                .allMatch(
                                        each -> admits(each, reader, post, follow -> follow.must(true, read, slack))));
    }

    private boolean admits(
            Post.Audience audience, @Nullable String reader, Post post, Predicate<Register<Boolean>> follows) {
        return switch (audience.kind()) {
            case PUBLIC -> true;
            case FOLLOWERS -> reader != null && follows.test(world.following(reader, post.author));
            case LIST -> reader != null && audience.users().contains(reader);
        };
    }

    boolean surelyBlocked(@Nullable String reader, String author, Read read) {
        return reader != null && world.blocked(reader, author).stream().anyMatch(block -> block.must(true, read, 0));
    }

    boolean surelyFree(@Nullable String reader, String author, Read read) {
        return reader == null || world.blocked(reader, author).stream().allMatch(block -> block.must(false, read, 0));
    }

    /** Returns what may hide the post from any list, for a reader or nobody. */
    List<Hidden> anywhere(@Nullable String reader, Post post, Read read, long slack) {
        List<Hidden> all = new ArrayList<>();
        if (!post.retracted.writes().isEmpty()) {
            all.add(new Hidden(Promise.HIDDEN_RETRACTED, post.retracted.must(true, read, slack), "it was retracted"));
        }
        if (reader == null || !reader.equals(post.author)) {
            if (reader != null
                    && world.blocked(reader, post.author).stream()
                            .anyMatch(block -> !block.writes().isEmpty())) {
                all.add(new Hidden(
                        Promise.HIDDEN_BLOCKED,
                        surelyBlocked(reader, post.author, read),
                        "a block stands between the two"));
            }
            all.add(new Hidden(
                    Promise.WHO_MAY_READ,
                    !mayRead(reader, post, read, slack),
                    "its readers are " + post.audience.possible(read, slack)));
        }
        return all;
    }

    /** Whether nothing may keep the reader from the post at any moment of the read. */
    boolean surelyReadable(@Nullable String reader, Post post, Read read, long slack) {
        return post.end < read.begin()
                && post.retracted.must(false, read, slack)
                && mustRead(reader, post, read, slack)
                && surelyFree(reader, post.author, read);
    }

    /** Judges what a list shows of a post: that its viewer may see it, and its text. */
    void judge(Report report, Op op, Post post, JsonNode item) {
        for (Hidden each : anywhere(op.viewer(), post, op.read(), World.ELSEWHERE)) {
            report.judge(
                    each.promise(),
                    !each.hidden(),
                    () -> "%s shows %s, though %s".formatted(op.told(), post.id, each.why()),
                    op);
        }
        int current = post.version(op.read(), World.ELSEWHERE);
        report.judge(
                Promise.CURRENT_TEXT,
                item.path("version").asInt(0) >= current && post.wasWritten(item, op.end()),
                () -> "%s shows %s; version %d is current".formatted(op.told(), item, current),
                op);
    }

    /** Returns what may hide the post from the home feed of a reader. */
    List<Hidden> home(String reader, Post post, Read read, long slack) {
        List<Hidden> all = new ArrayList<>(anywhere(reader, post, read, slack));
        Register<Boolean> mute = world.muting(reader, post.author);
        if (!mute.writes().isEmpty()) {
            all.add(new Hidden(Promise.HIDDEN_MUTED, mute.must(true, read, 0), "the author is muted"));
        }
        if (!reader.equals(post.author) && !forEveryone(post.author)) {
            Register<Boolean> follow = world.following(reader, post.author);
            all.add(new Hidden(Promise.HIDDEN_UNFOLLOWED, follow.must(false, read, 0), "the author is not followed"));
        }
        return all;
    }

    boolean forEveryone(String author) {
        return author.equals(world.settings.announcer());
    }

    /** Whether nothing may hide the post from the reader's home feed at any moment of the read. */
    boolean surelyShown(String reader, Post post, Read read) {
        return isYoung(post, read)
                && surelyReadable(reader, post, read, World.ELSEWHERE)
                && world.muting(reader, post.author).must(false, read, 0);
    }

    /** Whether retention has not passed it by any clock. */
    boolean isYoung(Post post, Read read) {
        long oldest =
                world.time.sinceBegin(read.end()) - world.settings.retention().toNanos();
        return post.createdAt > oldest + 60 * World.SECOND + 2 * world.time.offset(read.end());
    }

    /** Whether retention has passed it by every clock. */
    boolean isOld(Post post, Read read) {
        long oldest =
                world.time.sinceBegin(read.begin()) - world.settings.retention().toNanos();
        return post.createdAt < oldest - 60 * World.SECOND - 2 * world.time.offset(read.end());
    }
}
