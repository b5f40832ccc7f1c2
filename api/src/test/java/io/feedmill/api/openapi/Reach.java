package io.feedmill.api.openapi;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.feedmill.api.problem.ProblemType;
import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a method of the API may come to, read from the byte code of it and of what it calls: rather too much, since no condition is looked at.
 *
 * @param problems the types that are named
 * @param calls the methods that are called, as {@code Class.method}
 */
record Reach(Set<ProblemType> problems, Set<String> calls) {
    private static final JavaClasses API = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.feedmill.api");

    /** Makes problems of any exception, so that what it names says nothing about a call. */
    private static final String PROBLEMS = ProblemType.class.getPackageName();

    static Reach of(Method method) {
        Reach reach = new Reach(EnumSet.noneOf(ProblemType.class), new HashSet<>());
        JavaClass owner = API.get(method.getDeclaringClass());
        reach.follow(owner.getMethod(method.getName(), method.getParameterTypes()), new HashSet<>());
        return reach;
    }

    private void follow(JavaCodeUnit unit, Set<JavaCodeUnit> seen) {
        if (seen.add(unit) && !unit.getOwner().getPackageName().equals(PROBLEMS)) {
            unit.getAccessesFromSelf().forEach(access -> follow(access, seen));
        }
    }

    private void follow(JavaAccess<?> access, Set<JavaCodeUnit> seen) {
        if (access.getTarget() instanceof CodeUnitAccessTarget target) {
            calls.add(target.getOwner().getSimpleName() + "." + target.getName());
            target.resolveMember().stream()
                    .flatMap(Reach::withOverrides)
                    .filter(called -> API.contain(called.getOwner().getName()))
                    .forEach(called -> follow(called, seen));
        } else if (access.getTargetOwner().isEquivalentTo(ProblemType.class)) {
            problems.add(ProblemType.valueOf(access.getName()));
        }
    }

    private static Stream<JavaCodeUnit> withOverrides(JavaCodeUnit called) {
        String[] parameters =
                called.getRawParameterTypes().stream().map(JavaClass::getName).toArray(String[]::new);
        return Stream.concat(
                Stream.of(called),
                called.getOwner().getAllSubclasses().stream()
                        .map(type -> type.tryGetMethod(called.getName(), parameters))
                        .flatMap(Optional::stream));
    }
}
