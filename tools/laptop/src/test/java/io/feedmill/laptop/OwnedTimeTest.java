package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The product takes time, timed waits and randomness from {@code ProcessTime}, the clock and the generator of its process, and has no threads but virtual
 * ones: so a simulation owns all of them.
 */
class OwnedTimeTest {
    /** The classes that may do otherwise, without those that they enclose, and why. */
    private static final Map<String, String> OWNERS = Map.of(
            "io.feedmill.common.time.ProcessTime", "owns the machine's clock and waits",
            "io.feedmill.common.CommonConfiguration", "makes the clock and the generator of a process",
            "io.feedmill.common.storage.SuspendSafeClock", "makes the clocks of commands",
            "io.feedmill.common.storage.SdkCallTimers", "the SDK's timeouts of calls over the network",
            "io.feedmill.api.feed.WarmUp", "before a process serves",
            "io.feedmill.api.http.TimedAnswers", "Tomcat's threads and clock",
            "io.feedmill.api.security.PublicKeys", "waits for an issuer's server",
            "io.feedmill.api.security.RefusalCounter", "the cache's timer, for lines of the audit log",
            "io.feedmill.worker.listen.BreakerBackPressure", "the threads of the library's containers");

    /** Methods and constructors by class, whatever their parameters. */
    private static final Map<String, Pattern> TAKEN = Map.ofEntries(
            any("io.feedmill.common.storage.SuspendSafeClock", "system"),
            any("java.lang.Thread", "sleep|ofPlatform|<init>"),
            any("java.lang.System", "nanoTime|currentTimeMillis"),
            any("java.lang.Math", "random"),
            any("java.time.Clock", "system.*|tick.+"),
            any("java.time.InstantSource", "system"),
            any("java.util.Date", "<init>"),
            any("java.util.Random", "<init>"),
            any("java.util.Timer", "<init>"),
            any("java.util.UUID", "randomUUID"),
            any("java.security.SecureRandom", "<init>|getInstance.*"),
            any("java.util.concurrent.ThreadLocalRandom", "current"),
            any("java.util.concurrent.CompletableFuture", "orTimeout|completeOnTimeout|delayedExecutor"),
            any("java.util.concurrent.Executors", "new.*Scheduled.*|newCachedThreadPool|newWorkStealingPool"),
            any("java.util.concurrent.ForkJoinPool", "commonPool|<init>"),
            any("java.util.concurrent.ScheduledThreadPoolExecutor", "<init>"),
            any("java.util.concurrent.TimeUnit", "sleep|timedWait|timedJoin"),
            any("java.util.concurrent.locks.Condition", "awaitNanos|awaitUntil"),
            any("java.util.concurrent.locks.LockSupport", "parkNanos|parkUntil"),
            any("java.util.stream.Stream", "parallel"),
            any("java.util.Collection", "parallelStream"),
            any("com.github.benmanes.caffeine.cache.Ticker", "systemTicker"),
            any("com.github.benmanes.caffeine.cache.Scheduler", "systemScheduler"),
            any("org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler", "<init>"),
            any("org.springframework.core.task.SimpleAsyncTaskExecutor", "<init>"));

    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .importPaths(Stream.of("common", "api", "worker")
                    .map(module -> Path.of("..", "..", module, "target", "classes"))
                    .toList());

    private static Map.Entry<String, Pattern> any(String owner, String methods) {
        return Map.entry(owner, Pattern.compile(methods));
    }

    private static boolean isTaken(CodeUnitAccessTarget target) {
        String owner = target.getOwner().getName();
        boolean named = Stream.concat(Stream.of(owner), superTypes(target.getOwner()))
                .flatMap(type -> Stream.ofNullable(TAKEN.get(type)))
                .anyMatch(methods -> methods.matcher(target.getName()).matches());
        boolean timed = owner.startsWith("java.util.concurrent.")
                && !target.getOwner().isEquivalentTo(TimeUnit.class)
                && target.getRawParameterTypes().stream().anyMatch(type -> type.isEquivalentTo(TimeUnit.class));
        boolean wait = Set.of("wait", "join").contains(target.getName())
                && target.getRawParameterTypes().stream()
                        .findFirst()
                        .filter(OwnedTimeTest::isTime)
                        .isPresent();
        boolean now = owner.startsWith("java.time.")
                && target.getName().equals("now")
                && target.getRawParameterTypes().stream().noneMatch(OwnedTimeTest::isClock);
        boolean common = owner.equals("java.util.concurrent.CompletableFuture")
                && target.getName().endsWith("Async")
                && target.getRawParameterTypes().stream().noneMatch(type -> type.isEquivalentTo(Executor.class));
        return named || timed || wait || now || common;
    }

    private static boolean isTime(JavaClass type) {
        return type.isEquivalentTo(long.class) || type.isEquivalentTo(Duration.class);
    }

    private static boolean isClock(JavaClass type) {
        return type.isAssignableTo("java.time.InstantSource");
    }

    private static Stream<String> superTypes(JavaClass type) {
        return Stream.concat(type.getAllRawInterfaces().stream(), type.getAllRawSuperclasses().stream())
                .map(JavaClass::getName);
    }

    private static String outermost(JavaClass type) {
        return Arrays.stream(type.getName().split("\\$", 2)).findFirst().orElseThrow();
    }

    private static Stream<? extends JavaCodeUnitAccess<?>> takes(JavaClass type) {
        return Stream.concat(type.getCodeUnitCallsFromSelf().stream(), type.getCodeUnitReferencesFromSelf().stream())
                .filter(access -> isTaken(access.getTarget()));
    }

    @Test
    void onlyNamedClassesTakeTimeAndRandomnessFromTheMachine() {
        assertThat(PRODUCT.stream()
                        .filter(type -> !OWNERS.containsKey(outermost(type)))
                        .flatMap(OwnedTimeTest::takes)
                        .map(JavaCodeUnitAccess::getDescription))
                .isEmpty();
    }

    @Test
    void eachNamedClassDoes() {
        Set<String> takers = PRODUCT.stream()
                .filter(type -> takes(type).findAny().isPresent())
                .map(OwnedTimeTest::outermost)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(takers).isEqualTo(new TreeSet<>(OWNERS.keySet()));
    }
}
