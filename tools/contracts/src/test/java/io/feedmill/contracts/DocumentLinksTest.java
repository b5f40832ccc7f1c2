package io.feedmill.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every relative link of the documentation leads to an existing file and heading. */
class DocumentLinksTest {
    private static final Path ROOT = Path.of(Objects.requireNonNull(System.getProperty("feedmill.root")));
    private static final Set<String> SKIPPED = Set.of("target", ".git", ".feedmill");
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```|`[^`\n]*`");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\"></a>");
    private static final Pattern ALERT = Pattern.compile("(?s)- alert: (\\w+).*?(?=- alert:|\\z)");

    @Test
    void relativeLinksLeadToExistingFilesAndHeadings() throws IOException {
        List<Path> documents = documents();
        assertThat(documents).contains(ROOT.resolve("README.md"));
        List<String> broken = new ArrayList<>();
        for (Path document : documents) {
            String text = CODE.matcher(Files.readString(document)).replaceAll("");
            LINK.matcher(text)
                    .results()
                    .map(link -> link.group(1))
                    .filter(link -> !link.contains(":") && !leadsSomewhere(document, link))
                    .forEach(link -> broken.add(ROOT.relativize(document) + ": " + link));
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void everyAlertLeadsToTheRunbookAndIsTested() throws IOException {
        Path prometheus = ROOT.resolve("deploy/prometheus");
        String tests = Files.readString(prometheus.resolve("alerts_test.yml"));
        List<MatchResult> alerts = ALERT.matcher(Files.readString(prometheus.resolve("alerts.yml")))
                .results()
                .toList();
        assertThat(alerts).hasSizeGreaterThan(30).allSatisfy(alert -> {
            String name = alert.group(1);
            assertThat(alert.group()).as(name).contains("severity: ").contains("summary: ");
            assertThat(alert.group()).contains("runbook: docs/runbook.md#" + name.toLowerCase(Locale.ROOT));
            assertThat(tests)
                    .containsPattern("alertname: " + name + "\n +eval_time: .*\n +exp_alerts:\n +- exp_labels")
                    .contains("{alertname=\"" + name + "\", namespace=\"broken\"}");
            assertThat(anchors(ROOT.resolve("docs/runbook.md"))).contains(name.toLowerCase(Locale.ROOT));
        });
    }

    private static boolean leadsSomewhere(Path document, String link) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty()
                ? document
                : document.resolveSibling(parts[0]).normalize();
        return Files.exists(target) && (parts.length == 1 || anchors(target).contains(parts[1]));
    }

    /** The anchors of a document, and those of its headings as GitHub makes them. */
    private static Set<String> anchors(Path document) {
        try {
            String text = Files.readString(document);
            return Stream.concat(
                            HEADING.matcher(text).results().map(DocumentLinksTest::anchor),
                            ANCHOR.matcher(text).results().map(anchor -> anchor.group(1)))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new IllegalStateException("Cannot read " + document, e);
        }
    }

    private static String anchor(MatchResult heading) {
        return heading.group(1)
                .strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private static List<Path> documents() throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                boolean skipped = SKIPPED.contains(folder.getFileName().toString());
                return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".md")) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }
}
