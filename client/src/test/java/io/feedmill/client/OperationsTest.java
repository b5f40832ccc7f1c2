package io.feedmill.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.feedmill.client.FeedmillClient.Operation;
import io.feedmill.client.Transport.Call;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OperationsTest {

    static List<Method> operations() {
        return Stream.of(FeedmillClient.class, AdminClient.class)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Operation.class))
                .toList();
    }

    @Test
    void allOtherMethodsMakeClients() {
        assertThat(Stream.of(FeedmillClient.class, AdminClient.class)
                        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                        .filter(method -> !method.isAnnotationPresent(Operation.class) && !method.isSynthetic()))
                .extracting(Method::getName)
                .containsExactlyInAnyOrder("as", "admin", "of", "ofPrivateNetwork");
    }

    @Test
    void aNameIsThatOfOneOperation() {
        Map<String, Set<String>> operations = new TreeMap<>();
        operations()
                .forEach(method -> operations
                        .computeIfAbsent(method.getName(), name -> new TreeSet<>())
                        .add(method.getAnnotation(Operation.class).value()));
        assertThat(operations.values()).allMatch(values -> values.size() == 1);
    }

    @ParameterizedTest
    @MethodSource("operations")
    void allVariablesOfThePathAreArguments(Method method) {
        Object[] arguments = Arrays.stream(method.getParameters())
                .map(OperationsTest::argument)
                .toArray();
        assertThat(new Call(method, arguments)
                        .request(URI.create("http://x"), Duration.ofSeconds(1))
                        .build()
                        .uri()
                        .toString())
                .startsWith("http://x/v1/")
                .doesNotContain("%7B", "{");
    }

    private static Object argument(Parameter parameter) {
        return parameter.getName().equals("body") ? Map.of() : "1";
    }

    /** Whoever uses it reads it, and its dependencies are few: see CONTRIBUTING.md. */
    @Test
    void hasAtMost1000Lines() throws IOException {
        long lines = 0;
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                lines += Files.readAllLines(file).size();
            }
        }
        assertThat(lines).isLessThanOrEqualTo(1_000);
    }

    @Test
    void needsNothingButJackson() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.feedmill.client", "java..", "tools.jackson..", "com.fasterxml.jackson..", "org.jspecify..")
                .check(new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("io.feedmill.client"));
    }
}
