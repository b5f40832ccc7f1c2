package io.feedmill.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassWriter;
import org.springframework.util.function.SingletonSupplier;

/**
 * Other method bodies for classes of this JVM, and those that they had. A class keeps its fields and methods, so a patch keeps each lambda and what it captures;
 * what static fields were set to stays.
 */
record Redefinition(List<ClassDefinition> changed, List<ClassDefinition> original) {
    private static final Supplier<Instrumentation> JVM = SingletonSupplier.of(ByteBuddyAgent::install);

    /** Finds which of the class files in a folder differ from those of the class path. */
    static Redefinition of(Path folder) throws IOException {
        List<ClassDefinition> changed = new ArrayList<>();
        List<ClassDefinition> original = new ArrayList<>();
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            String name = folder.relativize(file).toString();
            byte[] before = classPath(name);
            byte[] after = Files.readAllBytes(file);
            if (!Arrays.equals(before, after)) {
                Class<?> type = type(name.substring(0, name.length() - ".class".length()));
                changed.add(new ClassDefinition(type, withConstantsOf(before, after)));
                original.add(new ClassDefinition(type, before));
            }
        }
        return new Redefinition(changed, original);
    }

    private static byte[] classPath(String name) throws IOException {
        try (InputStream in = Redefinition.class.getClassLoader().getResourceAsStream(name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        }
    }

    private static Class<?> type(String path) {
        try {
            return Class.forName(path.replace('/', '.'));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Lets the constants of the first class file come first: without that, JDK 25 crashes on some records. */
    private static byte[] withConstantsOf(byte[] before, byte[] after) {
        ClassWriter writer = new ClassWriter(new ClassReader(before), 0);
        new ClassReader(after).accept(writer, 0);
        return writer.toByteArray();
    }

    void apply() {
        redefine(changed);
    }

    void undo() {
        redefine(original);
    }

    private static void redefine(List<ClassDefinition> classes) {
        try {
            JVM.get().redefineClasses(classes.toArray(ClassDefinition[]::new));
        } catch (ClassNotFoundException | UnmodifiableClassException e) {
            throw new IllegalStateException(e);
        }
    }
}
