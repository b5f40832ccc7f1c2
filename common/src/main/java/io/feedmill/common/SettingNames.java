package io.feedmill.common;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toUnmodifiableSet;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.util.ReflectionUtils;

/** Refuses settings {@code feedmill.*} and variables {@code FEEDMILL_*} that nothing reads: a misspelled one would have no effect. */
public final class SettingNames implements BeanFactoryPostProcessor {
    /** What has no class of settings. */
    private static final String ADMIN = "feedmill.admin.enabled";
    /** All groups of settings: a process checks the names of those that it reads. */
    public static final Set<String> GROUPS = Set.of(("breaker feeds follows queues retention tables unfollow"
                    + " announcements audit console cursor http import limits live pages partitions reactions rooms security"
                    + " fanout listeners pressure relay reports")
            .split(" "));
    /** Of the launcher, commands, tests and Compose; Kubernetes makes variables of a service's name. */
    private static final Pattern OTHER = Pattern.compile("FEEDMILL_(TOKEN|API|STACK_PID|.*_SERVICE_HOST|.*_PORT(_.*)?)"
            + "|feedmill\\.(root|emulators|fuzz|chaos\\.seeds)");

    private static final Pattern OURS = Pattern.compile("(?i)feedmill[._].*");

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        Stream<? extends Class<?>> types = Arrays.stream(beans.getBeanNamesForAnnotation(ConfigurationProperties.class))
                .flatMap(bean -> Stream.ofNullable(beans.getType(bean)));
        Stream<String> given = beans.getBean(ConfigurableEnvironment.class).getPropertySources().stream()
                .flatMap(source -> source instanceof EnumerablePropertySource<?> all
                        ? Arrays.stream(all.getPropertyNames())
                        : Stream.empty());
        require(names(types), given);
    }

    /** Returns the names of the settings that these records have. */
    public static Set<String> names(Stream<? extends Class<?>> records) {
        Stream<String> names = records.flatMap(
                type -> names(type.getAnnotation(ConfigurationProperties.class).value(), type));
        return Stream.concat(Stream.of(ADMIN), names)
                .filter(name -> OURS.matcher(name).matches())
                .collect(toUnmodifiableSet());
    }

    private static Stream<String> names(String prefix, Class<?> type) {
        return Stream.ofNullable(type.getRecordComponents())
                .flatMap(Arrays::stream)
                .flatMap(component -> {
                    String name = prefix + "." + name(type, component);
                    return component.getType().isRecord() ? names(name, component.getType()) : Stream.of(name);
                });
    }

    private static String name(Class<?> type, RecordComponent component) {
        Name other = Objects.requireNonNull(ReflectionUtils.findField(type, component.getName()))
                .getAnnotation(Name.class);
        return other == null ? DataObjectPropertyName.toDashedForm(component.getName()) : other.value();
    }

    /** Refuses names that are none of these settings, in any spelling that Spring Boot binds. Tells the nearest setting of each. */
    public static void require(Set<String> settings, Stream<String> given) {
        Set<String> known = settings.stream().flatMap(SettingNames::spellings).collect(toUnmodifiableSet());
        List<String> others = GROUPS.stream()
                .map(group -> "feedmill." + group + ".")
                .filter(group -> settings.stream().noneMatch(setting -> setting.startsWith(group)))
                .flatMap(SettingNames::spellings)
                .toList();
        List<String> unknown = given.filter(name ->
                        OURS.matcher(name).matches() && !OTHER.matcher(name).matches())
                .filter(name ->
                        !known.contains(uniform(name)) && others.stream().noneMatch(uniform(name)::startsWith))
                .distinct()
                .map(name -> name + " (the nearest setting is " + nearest(name, settings) + ")")
                .toList();
        if (!unknown.isEmpty()) {
            throw new InvalidSettingsException(
                    unknown.stream().collect(joining(", ", "Unknown settings: ", ".")),
                    "Correct the names, or remove them; docs/settings.md lists all.");
        }
    }

    /** Returns what {@link #uniform} makes of all spellings that Spring Boot binds. */
    private static Stream<String> spellings(String setting) {
        String variable = setting.toUpperCase(Locale.ROOT).replace('.', '_');
        return Stream.of(uniform(setting), variable.replace("-", ""), variable.replace('-', '_'));
    }

    /** A variable has the dashes of a setting as underscores, or leaves them out; elsewhere neither counts. An element of a list counts as the list. */
    private static String uniform(String name) {
        String variable = name.toUpperCase(Locale.ROOT);
        return variable.startsWith("FEEDMILL_")
                ? variable.replaceFirst("(_\\d+)+$", "")
                : name.toLowerCase(Locale.ROOT).replaceAll("[-_]|\\[\\d+]", "");
    }

    private static String nearest(String name, Set<String> settings) {
        String letters = letters(name);
        return settings.stream()
                .sorted()
                .max(Comparator.comparingInt(setting -> likeness(letters, letters(setting))))
                .orElseThrow();
    }

    private static String letters(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[._-]", "");
    }

    /** Returns the number of letters that are the same from the begin and from the end, less those that one has more. */
    private static int likeness(String one, String other) {
        return same(one, other)
                + same(
                        new StringBuilder(one).reverse().toString(),
                        new StringBuilder(other).reverse().toString())
                - Math.abs(one.length() - other.length());
    }

    private static int same(String one, String other) {
        int first = Arrays.mismatch(one.toCharArray(), other.toCharArray());
        return first < 0 ? one.length() : first;
    }
}
