package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.FeedmillCommand;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** From an import to what became of a post, by the commands. */
@Timeout(180)
@Tag("full")
class CallCommandsIT {
    private static final URI API = SharedStack.get().url("API");

    private final String api = "--api=" + API;

    @Test
    void aPostIsPublishedReadAndExplained(@TempDir Path folder) throws Exception {
        Path follows = Files.writeString(folder.resolve("follows"), "cli-ben cli-ann\ncli-cleo cli-ann\n");
        assertThat(run("import", follows.toString())).isEqualTo("2 imported, 0 rejected");
        assertThat(run("unfollow", "cli-cleo", "cli-ann")).isEqualTo("not following");
        assertThat(run("follow", "cli-dan", "cli-ann")).isEqualTo("following");
        String post = run("post", "cli-ann", "hello");
        assertThat(run("status", post, "--watch")).isEqualTo("COMPLETE: 2 of 2 delivered, 0 skipped");
        assertThat(run("feed", "cli-ben")).endsWith("  %s  cli-ann  hello".formatted(post));
        assertThat(run("explain", post, "cli-ben")).isEqualTo("cli-ben has the post in the home feed.");
        assertThat(run("explain", post, "cli-cleo")).startsWith("cli-cleo is no recipient");
        assertThat(run("reports", "--json")).startsWith("[");
    }

    @Test
    void aWatchedFeedShowsWhatIsPublished() throws Exception {
        String first = run("post", "cli-eve", "first");
        try (FeedmillCommand watch =
                FeedmillCommand.start(SharedStack.folder(), Map.of(), Stream.of("feed", "cli-eve", "--watch", api))) {
            watch.awaitOutput(first + "  cli-eve  first");
            String second = run("post", "cli-eve", "second");
            watch.awaitOutput(second + "  cli-eve  second");
            watch.signal("TERM");
            EndedCommand.await(watch, 143).assertErr().isEmpty();
        }
    }

    @Test
    void theReadmeShowsAFanoutAsTheApiDoes() throws Exception {
        Matcher json = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../../README.md")));
        assertThat(json.find()).isTrue();
        JsonNode shown = JsonMapper.shared().readTree(json.group(1));
        String post = run("post", "cli-fay", "hello");
        run("status", post, "--watch");
        String token = SharedStack.run("token", "cli-fay", "--api-port=" + API.getPort());
        String fanout = SharedStack.get("/v1/posts/" + post + "/fanout", token).body();
        JsonNode answer = JsonMapper.shared().readTree(fanout);
        assertThat(answer.propertyNames()).containsExactlyElementsOf(shown.propertyNames());
        assertThat(shown.propertyNames())
                .allSatisfy(name -> assertThat(shown.path(name).getNodeType())
                        .as(name)
                        .isEqualTo(answer.path(name).getNodeType()));
    }

    private String run(String... words) throws Exception {
        return SharedStack.run(Stream.concat(Stream.of(words), Stream.of(api)).toArray(String[]::new));
    }
}
