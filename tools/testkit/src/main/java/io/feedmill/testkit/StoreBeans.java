package io.feedmill.testkit;

import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.breaker.StorageGate;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.storage.Backoff.Sleeper;
import io.feedmill.testkit.memory.MemoryDynamoDb;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.AutowiredAnnotationBeanPostProcessor;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.DependencyDescriptor;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.ContextAnnotationAutowireCandidateResolver;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import org.springframework.util.ReflectionUtils;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The product's stores, wired as {@link CommonConfiguration#start} wires them. Spring wires them once; others are made by the same calls with other
 * clients and clocks, a hundred times faster: a test makes hundreds.
 */
final class StoreBeans {
    static final TableSchema SCHEMA = tables(1).schema();
    private static final DynamoMetrics METRICS = new DynamoMetrics(new SimpleMeterRegistry());
    private static final ConfigurableListableBeanFactory FOUND =
            CommonConfiguration.start().getBeanFactory();
    private static final List<Table> ALL = CommonConfiguration.tables();
    private static final Map<String, Object> SETTINGS = FOUND.getBeansWithAnnotation(ConfigurationProperties.class);
    private static final List<Part> PARTS = new Wiring().parts();

    private StoreBeans() {}

    static TableSettings tables(int outboxShards) {
        return new TableSettings("", false, outboxShards, 16, 8, 32);
    }

    static void createTables(DynamoDbClient client) {
        ALL.forEach(table -> client.createTable(SCHEMA.definition(table)));
    }

    /** Each part is made when it is first used. */
    static Stores start(
            DynamoDbClient client, WriteGate gate, TableSettings tables, Clock clock, Duration feedRetention) {
        return new Made(own(client, gate, tables, clock, feedRetention));
    }

    /** What is not the product's: always of the same types, in the same order. */
    private static List<Object> own(
            DynamoDbClient client, WriteGate gate, TableSettings tables, Clock clock, Duration feedRetention) {
        Sleeper sleeper = time -> {};
        return List.of(
                client,
                new Dynamo(client, SCHEMA, METRICS, StorageGate.open(), sleeper, System::nanoTime),
                new BatchWriter(client, SCHEMA, METRICS, StorageGate.open(), gate, sleeper),
                clock,
                ticks(clock),
                METRICS,
                tables,
                new FeedSettings(feedRetention));
    }

    private static String ownName(int i) {
        return "own " + i;
    }

    /** Ticks that increase also after a test has set its clock back by more than a process may run ahead. */
    private static MonotonicTicks ticks(Clock clock) {
        AtomicLong latest = new AtomicLong();
        return new MonotonicTicks(() -> latest.accumulateAndGet(Ticks.ofInstant(clock.instant()), Math::max));
    }

    /** Makes an object of those that it needs. */
    private interface Maker {
        Object make(Function<String, Object> parts);
    }

    private record Part(String name, Class<?> type, Maker maker) {}

    /** Parts, each made at its first use. */
    private static final class Made implements Stores {
        private final Map<String, Object> parts = new HashMap<>(SETTINGS);

        Made(List<Object> own) {
            for (int i = 0; i < own.size(); i++) {
                parts.put(ownName(i), own.get(i));
            }
        }

        @Override
        public synchronized <S> S get(Class<S> type) {
            List<Part> found = PARTS.stream()
                    .filter(part -> type.isAssignableFrom(part.type()))
                    .toList();
            if (found.size() != 1) {
                throw new IllegalArgumentException("not one " + type + ": " + found);
            }
            return type.cast(part(found.getFirst().name()));
        }

        private Object part(String name) {
            Object made = parts.get(name);
            if (made == null) {
                made = PARTS.stream()
                        .filter(part -> part.name().equals(name))
                        .findFirst()
                        .orElseThrow()
                        .maker()
                        .make(this::part);
                parts.put(name, made);
            }
            return made;
        }
    }

    /** Stores that Spring has wired, as an example. */
    private static final class Wiring {
        private final DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        private final IdentityHashMap<Object, String> names = new IdentityHashMap<>();

        Wiring() {
            beans.setAutowireCandidateResolver(new ContextAnnotationAutowireCandidateResolver());
            beans.setDependencyComparator(AnnotationAwareOrderComparator.INSTANCE);
            AutowiredAnnotationBeanPostProcessor constructors = new AutowiredAnnotationBeanPostProcessor();
            constructors.setBeanFactory(beans);
            beans.addBeanPostProcessor(constructors);
            Clock clock = Clock.systemUTC();
            List<Object> own = own(new MemoryDynamoDb(clock), WriteGate.open(), tables(1), clock, Duration.ofDays(30));
            IntStream.range(0, own.size()).forEach(i -> beans.registerSingleton(ownName(i), own.get(i)));
            SETTINGS.forEach((name, settings) -> {
                if (own.stream().noneMatch(settings.getClass()::isInstance)) {
                    beans.registerSingleton(name, settings);
                }
            });
            Stream.of(FOUND.getBeanDefinitionNames())
                    .filter(name -> !SETTINGS.containsKey(name))
                    .filter(name -> FOUND.getBeanDefinition(name).getRole() == BeanDefinition.ROLE_APPLICATION)
                    .filter(name -> own.stream().noneMatch(Objects.requireNonNull(FOUND.getType(name))::isInstance))
                    .forEach(name -> beans.registerBeanDefinition(name, FOUND.getMergedBeanDefinition(name)));
            Stream.of(Stores.class.getMethods())
                    .filter(Method::isDefault)
                    .map(Method::getReturnType)
                    .forEach(beans::getBean);
            Stream.of(beans.getSingletonNames()).forEach(name -> names.put(beans.getSingleton(name), name));
        }

        List<Part> parts() {
            return Stream.of(beans.getBeanDefinitionNames())
                    .filter(beans::containsSingleton)
                    .map(this::part)
                    .toList();
        }

        private Part part(String name) {
            RootBeanDefinition definition = (RootBeanDefinition) beans.getMergedBeanDefinition(name);
            Class<?> type = beans.getBean(name).getClass();
            Method method = definition.getResolvedFactoryMethod();
            if (method == null) {
                Constructor<?> constructor = type.getDeclaredConstructors()[0];
                List<Maker> needs = needs(name, constructor);
                return new Part(name, type, parts -> make(constructor, needs, parts));
            }
            List<Maker> needs = needs(name, method);
            ReflectionUtils.makeAccessible(method);
            String owner = definition.getFactoryBeanName();
            return new Part(
                    name,
                    type,
                    parts -> Objects.requireNonNull(ReflectionUtils.invokeMethod(
                            method, owner == null ? null : parts.apply(owner), all(needs, parts))));
        }

        private static Object make(Constructor<?> constructor, List<Maker> needs, Function<String, Object> parts) {
            try {
                ReflectionUtils.makeAccessible(constructor);
                return constructor.newInstance(all(needs, parts));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        private static Object[] all(List<Maker> needs, Function<String, Object> parts) {
            return needs.stream().map(need -> need.make(parts)).toArray();
        }

        private List<Maker> needs(String name, Executable maker) {
            List<Maker> needs = new ArrayList<>();
            for (int i = 0; i < maker.getParameterCount(); i++) {
                DependencyDescriptor need = new DependencyDescriptor(MethodParameter.forExecutable(maker, i), true);
                needs.add(need(beans.resolveDependency(need, name)));
            }
            return needs;
        }

        private Maker need(@Nullable Object resolved) {
            String name = names.get(resolved);
            if (name != null) {
                return parts -> parts.apply(name);
            }
            if (resolved instanceof List<?> list) {
                List<Maker> each = list.stream().map(this::need).toList();
                return parts -> each.stream().map(one -> one.make(parts)).toList();
            }
            if (resolved instanceof Optional<?> none && none.isEmpty()) {
                return parts -> none;
            }
            throw new IllegalStateException("not a bean: " + resolved);
        }
    }
}
