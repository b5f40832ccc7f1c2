package io.feedmill.stack;

import io.feedmill.emulators.EmulatorStartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.springframework.util.FileSystemUtils;

/** A Boot jar that {@code jarmode=tools} has extracted beside it, once a build: a process starts in two thirds of the time. The file refers to its libraries. */
record ExtractedJar(Path file, String mainClass) {
    private static final String INCOMPLETE = "incomplete-";

    /** Extracts the jar unless that has been done; throws {@link EmulatorStartException} if it cannot. */
    static ExtractedJar of(Path jar) {
        return of(jar, ExtractedJar::extract);
    }

    static ExtractedJar of(Path jar, BiConsumer<Path, Path> extraction) {
        try (JarFile boot = new JarFile(jar.toFile())) {
            Path builds = Files.createDirectories(jar.resolveSibling(jar.getFileName() + ".extracted"));
            Path build = builds.resolve(contents(boot));
            if (!Files.isDirectory(build)) {
                deleteOtherBuilds(builds);
                Path incomplete = Files.createTempDirectory(builds, INCOMPLETE);
                extraction.accept(jar, incomplete);
                move(incomplete, build);
            }
            Path file = build.resolve(jar.getFileName());
            try (JarFile extracted = new JarFile(file.toFile())) {
                return new ExtractedJar(
                        file, extracted.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS));
            }
        } catch (IOException | UncheckedIOException e) {
            throw new EmulatorStartException("%s cannot be extracted.".formatted(jar), e);
        }
    }

    /** Names the build by its contents: reproducible builds give all jars one date. */
    private static String contents(JarFile jar) {
        return Integer.toHexString(jar.stream()
                .map(entry -> entry.getName() + entry.getCrc())
                .toList()
                .hashCode());
    }

    private static void extract(Path jar, Path folder) {
        try {
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            Process process = new ProcessBuilder(
                            java,
                            "-Djarmode=tools",
                            "-jar",
                            jar.toString(),
                            "extract",
                            "--force",
                            "--destination",
                            folder.toString())
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.onExit().join().exitValue() != 0) {
                throw new EmulatorStartException("%s cannot be extracted: %s".formatted(jar, output));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Another process may extract the same build: the first one moves a complete folder into place. */
    private static void move(Path incomplete, Path build) throws IOException {
        try {
            Files.move(incomplete, build);
        } catch (FileSystemException e) {
            FileSystemUtils.deleteRecursively(incomplete);
        }
    }

    private static void deleteOtherBuilds(Path builds) throws IOException {
        try (DirectoryStream<Path> others = Files.newDirectoryStream(
                builds, other -> !other.getFileName().toString().startsWith(INCOMPLETE))) {
            for (Path other : others) {
                FileSystemUtils.deleteRecursively(other);
            }
        }
    }
}
