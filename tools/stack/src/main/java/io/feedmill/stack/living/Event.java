package io.feedmill.stack.living;

import java.util.Set;

/** A call of a user that changes feeds. Posts have names of the sequence; their ids are known once they are published. */
public sealed interface Event {

    /** Publishes a post, which everyone may read. */
    record Publish(String post, String author, String text) implements Event {}

    /** Gives a post another text. */
    record Edit(String post, String text) implements Event {}

    record Retract(String post) implements Event {}

    /**
     * Says who may read a post besides its author.
     *
     * @param readers empty: everyone
     */
    record Permit(String post, Set<String> readers) implements Event {}

    record Follow(String user, String author) implements Event {}

    record Unfollow(String user, String author) implements Event {}

    record Mute(String user, String author) implements Event {}

    record Unmute(String user, String author) implements Event {}

    record Block(String user, String other) implements Event {}

    record Unblock(String user, String other) implements Event {}
}
