package io.feedmill.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feedmill.cli.command.CommandException;
import io.feedmill.stack.graph.FollowGraph;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EdgeListReaderTest {

    @TempDir
    private Path folder = Path.of("");

    private final List<String> told = new ArrayList<>();

    @Test
    void theFirstFollowsTheSecond() throws IOException {
        FollowGraph graph = read("ann bob\ncleo\tbob\n", false);
        assertThat(graph.size()).isEqualTo(3);
        assertThat(graph.follows()).isEqualTo(2);
        assertThat(graph.id(graph.largestAuthor())).isEqualTo("bob");
        assertThat(graph.followedBy(0)).containsExactly(1);
    }

    @Test
    void undirectedEdgesCountBothWays() throws IOException {
        FollowGraph graph = read("ann bob\nbob ann\nbob cleo\n", true);
        assertThat(graph.follows()).isEqualTo(4);
        assertThat(graph.followersOf(1)).isEqualTo(2);
    }

    @Test
    void leavesOutRepetitionsAndFollowsOfOneself() throws IOException {
        assertThat(read("ann bob\nann bob\nann ann\n", false).follows()).isEqualTo(1);
    }

    @Test
    void skipsCommentsEmptyLinesAndAHeaderOfNumbers() throws IOException {
        assertThat(read("# a comment\n% another\n3\n0\n\n1 2\n  2   3  \n", false)
                        .follows())
                .isEqualTo(2);
        assertThat(told).containsExactly("ignored: comment 2, header 2");
    }

    @Test
    void readsGzipUnderAnyName() throws IOException {
        Path file = folder.resolve("graph.txt");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("ann bob\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(EdgeListReader.read(file, false, told::add).follows()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "a b|c,        'Line 2 of * is no follow: expected a follower and an author, found 1 words.'",
        "a b|3,        'Line 2 of * is no follow: expected a follower and an author, found 1 words.'",
        "a b c,        'Line 1 of * is no follow: expected a follower and an author, found 3 words.'",
        "header|a b,   'Line 1 of * is no follow: expected a follower and an author, found 1 words.'",
        "1 2|#|a ü,    Line 3 of * is no follow: the author's id is not valid.",
        "a ..,         Line 1 of * is no follow: the author's id is not valid.",
        "# only,       * has no follow.",
        "a a,          * has no follow.",
    })
    void namesTheBadLineInOneSentence(String lines, String sentence) {
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> read(lines.replace('|', '\n'), false))
                .withMessage(sentence.replace("*", folder.resolve("graph.txt").toString()))
                .withMessageNotContaining("\n");
    }

    @Test
    void saysWhenThereIsNoFile() {
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> EdgeListReader.read(folder.resolve("none"), false, told::add))
                .withMessage(folder.resolve("none") + " cannot be read.");
    }

    @Test
    void saysWhenGzipIsCutShort() throws IOException {
        Path file = Files.write(folder.resolve("cut.gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0});
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> EdgeListReader.read(file, false, told::add))
                .withMessage(file + " cannot be read.");
    }

    private FollowGraph read(String lines, boolean undirected) throws IOException {
        return EdgeListReader.read(Files.writeString(folder.resolve("graph.txt"), lines), undirected, told::add);
    }
}
