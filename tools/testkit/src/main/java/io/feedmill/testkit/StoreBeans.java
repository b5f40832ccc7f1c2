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
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.storage.Timing;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectFactory;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.ContextAnnotationAutowireCandidateResolver;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The product's stores, wired as {@link CommonConfiguration#start} wires them. One bean factory, in which each set of stores is a scope, makes them all,
 * many times faster than a context for each: a test makes hundreds.
 */
final class StoreBeans {
    static final TableSchema SCHEMA = tables(1).schema();

    private static final DynamoMetrics METRICS = new DynamoMetrics(new SimpleMeterRegistry(), List.of());
    private static final ConfigurableListableBeanFactory FOUND =
            CommonConfiguration.start().getBeanFactory();
    private static final List<Table> ALL = CommonConfiguration.tables();
    private static final Map<String, Object> SETTINGS = FOUND.getBeansWithAnnotation(ConfigurationProperties.class);
    /** The beans of the stores that are asked for one, by name. */
    private static final ScopedValue<Map<String, Object>> PARTS = ScopedValue.newInstance();

    private static final DefaultListableBeanFactory BEANS = beans();

    private StoreBeans() {}

    static TableSettings tables(int outboxShards) {
        return new TableSettings("", false, outboxShards, 16, 8, 32);
    }

    static void createTables(DynamoDbClient client) {
        ALL.forEach(table -> client.createTable(SCHEMA.definition(table)));
    }

    private static DefaultListableBeanFactory beans() {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.setAutowireCandidateResolver(new ContextAnnotationAutowireCandidateResolver());
        beans.setDependencyComparator(AnnotationAwareOrderComparator.INSTANCE);
        beans.registerScope("stores", new SimpleThreadScope() {
            @Override
            public Object get(String name, ObjectFactory<?> maker) {
                Object part = PARTS.get().get(name);
                if (part == null) {
                    part = maker.getObject();
                    PARTS.get().put(name, part);
                }
                return part;
            }
        });
        Stream.of(FOUND.getBeanDefinitionNames())
                .filter(name -> FOUND.getBeanDefinition(name).getRole() == BeanDefinition.ROLE_APPLICATION)
                .forEach(name -> beans.registerBeanDefinition(name, scoped(FOUND.getMergedBeanDefinition(name))));
        beans.freezeConfiguration();
        return beans;
    }

    private static BeanDefinition scoped(BeanDefinition found) {
        RootBeanDefinition scoped = new RootBeanDefinition((RootBeanDefinition) found);
        scoped.setScope("stores");
        scoped.setAutowireMode(AutowireCapableBeanFactory.AUTOWIRE_CONSTRUCTOR);
        return scoped;
    }

    /** Each part is made when it is first used. */
    static Stores start(
            DynamoDbClient client, WriteGate gate, TableSettings tables, Clock clock, Duration feedRetention) {
        SuspendSafeClock clocks = SuspendSafeClock.system();
        Timing timing = new Timing(clocks, time -> {}, new SecureRandom());
        Map<String, Object> parts = new HashMap<>(SETTINGS);
        put(parts, DynamoDbClient.class, client);
        put(parts, Dynamo.class, new Dynamo(client, SCHEMA, METRICS, StorageGate.open(), timing));
        put(parts, BatchWriter.class, new BatchWriter(client, SCHEMA, METRICS, StorageGate.open(), gate, timing));
        put(parts, Clock.class, clock);
        put(parts, MonotonicTicks.class, ticks(clock));
        put(parts, DynamoMetrics.class, METRICS);
        put(parts, TableSettings.class, tables);
        put(parts, FeedSettings.class, new FeedSettings(feedRetention));
        return new Made(parts);
    }

    private static <P> void put(Map<String, Object> parts, Class<P> type, P part) {
        Stream.of(BEANS.getBeanNamesForType(type)).forEach(name -> parts.put(name, part));
    }

    /** Ticks that increase also after a test has set its clock back by more than a process may run ahead. */
    private static MonotonicTicks ticks(Clock clock) {
        AtomicLong latest = new AtomicLong();
        return new MonotonicTicks(() -> latest.accumulateAndGet(Ticks.ofInstant(clock.instant()), Math::max));
    }

    private record Made(Map<String, Object> parts) implements Stores {
        @Override
        public synchronized <S> S get(Class<S> type) {
            return ScopedValue.where(PARTS, parts).call(() -> BEANS.getBean(type));
        }
    }
}
