package io.feedmill.common.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.UserId;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FollowLinesTest {
    private final List<String> rejected = new ArrayList<>();

    private FollowLines lines(String text) {
        return new FollowLines(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                (number, reason) -> rejected.add(number + ": " + reason));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bob alice",
                "bob\talice",
                "  bob \t alice  ",
                "\uFEFFbob alice",
                "bob alice\r\n",
                "bob alice 1",
                "bob alice -0.5 1.2e9"
            })
    void aFollowIsAFollowerAndAnAuthor(String line) {
        assertThat(lines(line).follows())
                .containsExactly(new FollowLines.FollowLine(1, new Follow(new UserId("bob"), new UserId("alice"))));
        assertThat(rejected).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t", "\n\n", "\uFEFF"})
    void blankLinesAreNothing(String line) {
        assertIgnores(line, Map.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"# bob alice", "  #", "#bob", "% bob alice", "%%MatrixMarket matrix", "\uFEFF# bob alice"})
    void commentsAreIgnored(String line) {
        assertIgnores(line, Map.of("comment", 1L));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "follower author",
                "FOLLOWER\tAUTHOR",
                "FromNodeId ToNodeId",
                "source target weight",
                "user_id follower_id",
                "node_1 node_2",
                "\uFEFFsrc dst",
                "4039"
            })
    void aHeaderIsIgnoredAndFollowedAsNoUser(String line) {
        assertIgnores(line, Map.of("header", 1L));
    }

    private void assertIgnores(String text, Map<String, Long> ignored) {
        FollowLines lines = lines(text);
        assertThat(lines.follows()).isEmpty();
        assertThat(lines.ignored()).isEqualTo(ignored);
        assertThat(rejected).isEmpty();
    }

    @Test
    void theFirstFollowEndsTheHeader() {
        FollowLines lines = lines("# sizes\n3\n2\n\nbob alice\nfollower author\n7\n");
        assertThat(lines.follows()).extracting(FollowLines.FollowLine::number).containsExactly(5L, 6L);
        assertThat(lines.ignored()).isEqualTo(Map.of("comment", 1L, "header", 2L));
        assertThat(rejected).containsExactly("7: expected a follower and an author, found 1 words");
    }

    @Test
    void whatIsIgnoredIsCountedByKind() {
        FollowLines lines = lines("bob bob\nbob alice 3\n% x\nann bob 1 2\nbob bob 4\n");
        assertThat(lines.follows()).hasSize(2);
        assertThat(lines.ignored()).isEqualTo(Map.of("self", 2L, "weight", 2L, "comment", 1L));
        assertThat(FollowLines.sentence(lines.ignored())).isEqualTo("ignored: comment 1, self 2, weight 2");
        assertThat(FollowLines.sentence(Map.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "bob, 'expected a follower and an author, found 1 words'",
        "bob alice # why, 'expected a follower and an author, found 4 words'",
        "bob alice carol, 'expected a follower and an author, found 3 words'",
        "1 2 3 4 5, 'expected a follower and an author, found 5 words'",
        "b#b alice, the follower's id is not valid",
        "bob ., the author's id is not valid",
        "bob\uFEFF alice, the follower's id is not valid"
    })
    void saysWhatIsWrong(String line, String reason) {
        assertThat(lines(line).follows()).isEmpty();
        assertThat(rejected).containsExactly("1: " + reason);
    }

    @Test
    void otherBlanksDoNotSeparate() {
        assertThat(lines("bob\u00a0alice").follows()).isEmpty();
        assertThat(rejected).hasSize(1);
    }
}
