package io.feedmill.stack.verify;

/** Something that is not as it should be. */
public sealed interface Difference {

    /** One sentence that names the place. */
    String sentence();

    record Missing(String feed, String post) implements Difference {
        @Override
        public String sentence() {
            return "%s lacks post %s.".formatted(feed, post);
        }
    }

    record Duplicate(String feed, String post, long times) implements Difference {
        @Override
        public String sentence() {
            return "%s has post %s %d times.".formatted(feed, post, times);
        }
    }

    record Unexpected(String feed, String post) implements Difference {
        @Override
        public String sentence() {
            return "%s has post %s, which does not belong there.".formatted(feed, post);
        }
    }

    /** A post that is newer than the one before it. */
    record Misordered(String feed, String post) implements Difference {
        @Override
        public String sentence() {
            return "%s has post %s behind an older one.".formatted(feed, post);
        }
    }

    record Altered(String feed, String post, String what) implements Difference {
        @Override
        public String sentence() {
            return "%s has post %s with another %s than published.".formatted(feed, post, what);
        }
    }

    record WrongJob(String post, String what, Object actual, Object expected) implements Difference {
        @Override
        public String sentence() {
            return "The fan-out of post %s has %s %s instead of %s.".formatted(post, what, actual, expected);
        }
    }

    record WrongCounter(String author, String counter, long grewBy, long expected) implements Difference {
        @Override
        public String sentence() {
            return "The counter of %s's %s grew by %d instead of %d.".formatted(author, counter, grewBy, expected);
        }
    }

    record WrongLedger(String post, String what, Object actual, Object expected) implements Difference {
        @Override
        public String sentence() {
            return "The ledger has for post %s %s %s instead of %s.".formatted(post, what, actual, expected);
        }
    }

    record WrongFollower(String author, String user, boolean follows) implements Difference {
        @Override
        public String sentence() {
            return "%s %s among the followers of %s, and should%s be."
                    .formatted(user, follows ? "is" : "is not", author, follows ? " not" : "");
        }
    }

    /** A dead letter that nobody sent as poison. */
    record StrayDeadLetter(String queue, String text, String reason) implements Difference {
        @Override
        public String sentence() {
            return "Queue %s put aside a message that is no poison, for the reason \"%s\": %s"
                    .formatted(queue, reason, text);
        }
    }

    record LostPoison(String queue, String text) implements Difference {
        @Override
        public String sentence() {
            return "Poison in queue %s was not put aside: %s".formatted(queue, text);
        }
    }

    record WrongReason(String queue, String text, String reason) implements Difference {
        @Override
        public String sentence() {
            return "Poison in queue %s was put aside for another reason, \"%s\": %s".formatted(queue, reason, text);
        }
    }

    /** A promise that was not kept. */
    record Broken(String sentence) implements Difference {}

    record Unreadable(String what) implements Difference {
        @Override
        public String sentence() {
            return what;
        }
    }
}
