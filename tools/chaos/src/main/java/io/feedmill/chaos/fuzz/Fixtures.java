package io.feedmill.chaos.fuzz;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What exists before the cases, and what they refer to.
 *
 * @param readers users whose home feeds are compared afterwards; their follows do not change
 * @param authors some of them, who publish
 * @param posts ids of posts by these authors
 * @param changing ids of posts by others, whose permissions and metadata may change
 * @param announcement the id of an announcement
 * @param continued lists with a next page
 * @param authorization the header of a service that may do all
 */
public record Fixtures(
        List<String> readers,
        List<String> authors,
        List<String> posts,
        List<String> changing,
        String announcement,
        Map<ApiCall, Continued> continued,
        String authorization) {
    /** A list and the cursor of its second page. */
    public record Continued(String path, String cursor) {}

    /** Users who follow and stop following {@link #STARS}, and whose feeds are not compared. */
    public static final List<String> GUESTS = List.of("guest-0", "guest-1", "guest-2", "guest-3", "guest-4");

    /** Authors whose follows, posts' permissions and metadata change. */
    public static final List<String> STARS = List.of("star-0", "star-1", "star-2", "star-3");

    /** Returns the author of the changing post that the path names. */
    String author(String path) {
        return IntStream.range(0, changing.size())
                .filter(star -> path.contains(changing.get(star)))
                .mapToObj(STARS::get)
                .findFirst()
                .orElseThrow();
    }

    public static final String ROOM = "room-0";
    public static final String DEVICE = "device-0";
    public static final String COUNTRY = "Atlantis";
}
