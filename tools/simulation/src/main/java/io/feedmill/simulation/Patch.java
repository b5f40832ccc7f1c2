package io.feedmill.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A unified diff by file, titled by its first line. A hunk applies where its old lines are, whatever lines precede them: so it survives most edits. */
record Patch(String title, Map<String, List<Hunk>> hunks) {

    /** Lines of a file, before and after. */
    record Hunk(String before, String after) {}

    /** Reads a diff. */
    static Patch parse(String text) {
        List<String> lines = text.lines().toList();
        Map<String, List<Hunk>> hunks = new LinkedHashMap<>();
        @Nullable List<Hunk> file = null;
        StringBuilder before = new StringBuilder();
        StringBuilder after = new StringBuilder();
        for (String line : lines.subList(1, lines.size())) {
            boolean header = line.startsWith("--- ") || line.startsWith("+++ ") || line.startsWith("@@");
            if (header && !before.isEmpty()) {
                Objects.requireNonNull(file).add(new Hunk(before.toString(), after.toString()));
                before.setLength(0);
                after.setLength(0);
            }
            if (line.startsWith("+++ b/")) {
                file = hunks.computeIfAbsent(line.substring("+++ b/".length()), name -> new ArrayList<>());
            } else if (file != null && !header && !line.isEmpty()) {
                String content = line.substring(1) + "\n";
                before.append(line.charAt(0) == '+' ? "" : content);
                after.append(line.charAt(0) == '-' ? "" : content);
            }
        }
        if (!before.isEmpty()) {
            Objects.requireNonNull(file).add(new Hunk(before.toString(), after.toString()));
        }
        return new Patch(lines.getFirst(), hunks);
    }

    /** Returns the changed files with their texts. Throws {@link IllegalStateException} if one has other lines. */
    Map<Path, String> apply(Path root) throws IOException {
        Map<Path, String> changed = new LinkedHashMap<>();
        for (Map.Entry<String, List<Hunk>> file : hunks.entrySet()) {
            Path path = root.resolve(file.getKey());
            String text = Files.readString(path);
            for (Hunk hunk : file.getValue()) {
                int at = text.indexOf(hunk.before());
                if (at < 0 || text.indexOf(hunk.before(), at + 1) >= 0) {
                    throw new IllegalStateException(
                            "Lines of %s are %s:\n%s".formatted(path, at < 0 ? "gone" : "twice there", hunk.before()));
                }
                text = text.substring(0, at)
                        + hunk.after()
                        + text.substring(at + hunk.before().length());
            }
            changed.put(path, text);
        }
        return changed;
    }
}
