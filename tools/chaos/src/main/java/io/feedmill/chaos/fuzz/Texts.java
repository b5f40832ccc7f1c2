package io.feedmill.chaos.fuzz;

import java.util.List;
import java.util.stream.Stream;

/** Lists of texts. */
final class Texts {
    private Texts() {}

    /** Returns each line, and these texts. */
    static List<String> of(String lines, String... more) {
        return Stream.concat(lines.lines(), Stream.of(more)).toList();
    }
}
