package io.feedmill.testkit;

import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.breaker.CallGate;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.key.TickClock;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.storage.Backoff.Sleeper;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.AutowiredAnnotationBeanPostProcessor;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.ContextAnnotationAutowireCandidateResolver;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The product's stores, wired as {@link CommonConfiguration#start} wires them. It searches the class path once for all: a test makes hundreds. */
final class StoreBeans {
    private static final TableSchema SCHEMA = tables(1).schema();
    private static final DynamoMetrics METRICS = new DynamoMetrics(new SimpleMeterRegistry());
    private static final ConfigurableListableBeanFactory FOUND =
            CommonConfiguration.start().getBeanFactory();
    private static final List<Table> ALL = CommonConfiguration.tables();
    private static final Map<String, Object> SETTINGS = FOUND.getBeansWithAnnotation(ConfigurationProperties.class);
    private static final Map<String, BeanDefinition> PARTS = Stream.of(FOUND.getBeanDefinitionNames())
            .filter(name -> !SETTINGS.containsKey(name))
            .filter(name -> FOUND.getBeanDefinition(name).getRole() == BeanDefinition.ROLE_APPLICATION)
            .collect(Collectors.toMap(Function.identity(), FOUND::getMergedBeanDefinition));

    private StoreBeans() {}

    static TableSettings tables(int outboxShards) {
        return new TableSettings("", false, outboxShards, 16, 8, 32);
    }

    static String name(Table table) {
        return SCHEMA.name(table);
    }

    static void createTables(DynamoDbClient client) {
        ALL.forEach(table -> client.createTable(SCHEMA.definition(table)));
    }

    /** Each part is made when it is first used. */
    static BeanFactory start(
            DynamoDbClient client, WriteGate gate, TableSettings tables, Clock clock, Duration feedRetention) {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.setAutowireCandidateResolver(new ContextAnnotationAutowireCandidateResolver());
        beans.setDependencyComparator(AnnotationAwareOrderComparator.INSTANCE);
        AutowiredAnnotationBeanPostProcessor constructors = new AutowiredAnnotationBeanPostProcessor();
        constructors.setBeanFactory(beans);
        beans.addBeanPostProcessor(constructors);
        Sleeper sleeper = time -> {};
        List<Object> own = List.of(
                client,
                new Dynamo(client, SCHEMA, METRICS, CallGate.open(), sleeper, System::nanoTime),
                new BatchWriter(client, SCHEMA, METRICS, CallGate.open(), gate, sleeper),
                clock,
                ticks(clock),
                METRICS,
                tables,
                new FeedSettings(feedRetention));
        Map<String, Object> made = new HashMap<>(SETTINGS);
        made.values().removeIf(settings -> own.stream().anyMatch(settings.getClass()::isInstance));
        own.forEach(bean -> made.put(bean.getClass().getName(), bean));
        made.forEach(beans::registerSingleton);
        PARTS.forEach((name, part) -> {
            Class<?> type = Objects.requireNonNull(FOUND.getType(name));
            if (own.stream().noneMatch(type::isInstance)) {
                beans.registerBeanDefinition(name, part);
            }
        });
        beans.freezeConfiguration();
        return beans;
    }

    /** Ticks that increase also after a test has set its clock back by more than a process may run ahead. */
    private static TickClock ticks(Clock clock) {
        AtomicLong latest = new AtomicLong();
        return new TickClock(() -> latest.accumulateAndGet(Ticks.ofInstant(clock.instant()), Math::max));
    }
}
