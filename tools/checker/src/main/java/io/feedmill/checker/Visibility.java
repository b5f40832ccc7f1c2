package io.feedmill.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

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
        return post.end < read.begin()
                && isYoung(post, read)
                && post.retracted.must(false, read, World.ELSEWHERE)
                && mustRead(reader, post, read, World.ELSEWHERE)
                && surelyFree(reader, post.author, read)
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
