package io.feedmill.stack;

import io.feedmill.emulators.EmulatorStartException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * A Boot jar taken apart beside itself, once for each build. From a plain class path a process is up with two thirds of the work that it has from
 * the jar, and a stack starts many.
 *
 * @param classPath as the jar has it
 */
record UnpackedJar(String mainClass, String classPath) {

    private static final String CLASSES = "BOOT-INF/classes/";
    private static final String LIBRARIES = "BOOT-INF/lib/";
    private static final String INCOMPLETE = "incomplete-";

    /** Unpacks it if that has not been done; throws {@link EmulatorStartException} where it cannot. */
    static UnpackedJar of(Path jar) {
        try (JarFile packed = new JarFile(jar.toFile())) {
            Path folder = jar.resolveSibling(jar.getFileName() + ".unpacked").resolve(contents(packed));
            if (!Files.isDirectory(folder)) {
                unpack(packed, folder);
            }
            String mainClass = packed.getManifest().getMainAttributes().getValue("Start-Class");
            return new UnpackedJar(mainClass, classPath(packed, folder));
        } catch (IOException | UncheckedIOException e) {
            throw new EmulatorStartException("%s cannot be unpacked.".formatted(jar), e);
        }
    }

    /** A name for what is in it: the date of a jar says nothing, as it is the same for every build. */
    private static String contents(JarFile jar) {
        List<String> entries =
                jar.stream().map(entry -> entry.getName() + entry.getCrc()).toList();
        return Integer.toHexString(entries.hashCode());
    }

    /** Another process may do the same: whoever is first moves a complete folder into place. */
    private static void unpack(JarFile jar, Path folder) throws IOException {
        deleteOtherBuilds(Files.createDirectories(folder.getParent()), folder);
        Path incomplete = Files.createTempDirectory(folder.getParent(), INCOMPLETE);
        for (ZipEntry entry : jar.stream().filter(UnpackedJar::isNeeded).toList()) {
            Path file = incomplete.resolve(entry.getName());
            Files.createDirectories(file.getParent());
            try (InputStream content = jar.getInputStream(entry)) {
                Files.copy(content, file);
            }
        }
        try {
            Files.move(incomplete, folder);
        } catch (FileSystemException e) {
            delete(incomplete);
        }
    }

    private static boolean isNeeded(ZipEntry entry) {
        return !entry.isDirectory() && Stream.of(CLASSES, LIBRARIES).anyMatch(entry.getName()::startsWith);
    }

    /** The libraries in the jar's order, in which Boot looks for classes, too. */
    private static String classPath(JarFile jar, Path folder) {
        Stream<String> libraries =
                jar.stream().map(ZipEntry::getName).filter(name -> name.startsWith(LIBRARIES) && !name.endsWith("/"));
        return Stream.concat(Stream.of(CLASSES), libraries)
                .map(name -> folder.resolve(name).toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Those of builds whose jar is gone. This one may be there by now, or be unpacked just now by another process. */
    private static void deleteOtherBuilds(Path folder, Path build) throws IOException {
        try (DirectoryStream<Path> builds = Files.newDirectoryStream(
                folder,
                other -> !other.equals(build) && !other.getFileName().toString().startsWith(INCOMPLETE))) {
            for (Path other : builds) {
                delete(other);
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
