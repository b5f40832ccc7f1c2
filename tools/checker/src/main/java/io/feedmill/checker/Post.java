package io.feedmill.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** What calls tell of a post, or of an announcement. */
final class Post {
    /** Who may read it. */
    record Audience(Kind kind, Set<String> users) {
        enum Kind {
            PUBLIC,
            FOLLOWERS,
            LIST
        }

        static final Audience EVERYONE = new Audience(Kind.PUBLIC, Set.of());

        /** Reads a body's {@code permissions}, by default public. */
        static Audience of(JsonNode permissions) {
            if (permissions.isArray()) {
                return new Audience(
                        Kind.LIST,
                        Set.copyOf(permissions
                                .valueStream()
                                .map(JsonNode::asString)
                                .toList()));
            }
            return permissions.asString("").equals("followers") ? new Audience(Kind.FOLLOWERS, Set.of()) : EVERYONE;
        }
    }

    /** An edit that may have happened; a number of 0 is unknown. */
    record Version(int number, String text, JsonNode data, Op op) {
        boolean mentions(String user) {
            return op.body()
                    .path("mentions")
                    .valueStream()
                    .anyMatch(each -> each.asString("").equals(user));
        }

        boolean says(JsonNode shown) {
            return text.equals(shown.path("text").asString("")) && data.equals(shown.path("data"));
        }
    }

    final String id;
    final String author;
    final boolean announcement;
    /** The call that published it, or one that may have; null if none is known. */
    final @Nullable Op publish;
    /** By the clock of the process that published it; {@link Long#MIN_VALUE} if nobody has seen it. */
    final long createdAt;

    final Register<Audience> audience;
    final Register<Boolean> retracted = new Register<>(false);
    final List<Version> versions = new ArrayList<>();
    /** Its place; more than one if it is not known which call published it. */
    final Set<JsonNode> places;
    /** It may exist from its begin on, and surely does from its end on. */
    final long begin;

    long end;

    Post(String id, String author, List<Op> publishes, long createdAt, long begin, long end, Set<Audience> audiences) {
        this.id = id;
        this.author = author;
        this.publish = publishes.isEmpty() ? null : publishes.getFirst();
        this.announcement = publish != null && publish.is("announce");
        this.createdAt = createdAt;
        this.begin = begin;
        this.end = end;
        this.audience = new Register<>(audiences);
        this.places = publishes.stream().map(op -> op.body().path("place")).collect(Collectors.toSet());
        publishes.forEach(
                op -> versions.add(new Version(1, op.body().path("text").asString(""), data(op.body()), op)));
    }

    void edited(Op op) {
        String condition = op.header("If-Match");
        int named = condition == null ? 0 : Integer.parseInt("0" + condition.replaceAll("\\D", ""));
        int number = op.sure() ? op.answer().path("version").asInt(0) : named == 0 ? 0 : named + 1;
        versions.add(new Version(number, op.body().path("text").asString(""), data(op.body()), op));
    }

    static JsonNode data(JsonNode body) {
        return body.path("data").isNull() ? MissingNode.getInstance() : body.path("data");
    }

    /** Whether the version may be what somebody wrote. */
    boolean wasWritten(JsonNode shown, long until) {
        int number = shown.path("version").asInt(0);
        return versions.stream()
                .filter(version -> (version.number() == 1 ? begin : version.op().begin()) <= until)
                .anyMatch(version ->
                        (version.number() == number || (version.number() == 0 && number > 1)) && version.says(shown));
    }

    /** Returns the version that is current at least, for a read. */
    int version(Read read, long slack) {
        return versions.stream()
                .filter(version -> version.op().sure()
                        && version.op().end() < read.sees(version.op().call().process(), slack))
                .mapToInt(Version::number)
                .max()
                .orElse(0);
    }

    /** Whether its current version mentions the user, in all orders of the calls, or in one at least. */
    boolean mentions(String user, Read read, boolean all) {
        int current = version(read, World.ELSEWHERE);
        return versions.stream()
                        .filter(version -> version.number() == 0 || version.number() >= current)
                        .anyMatch(version -> version.op().begin() <= read.end() && version.mentions(user) != all)
                != all;
    }

    /** Returns when the last change may have ended of which a page could be without. */
    long changed(long until) {
        long edit = versions.stream()
                .filter(version -> version.op().begin() <= until)
                .mapToLong(version -> version.op().end())
                .max()
                .orElse(end);
        return Math.max(Math.max(edit, end), audience.last(until));
    }
}
