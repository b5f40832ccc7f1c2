package io.feedmill.common;

import io.feedmill.common.dynamo.Table;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.queue.Feature;
import io.feedmill.common.storage.Backoff.Sleeper;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.storage.Timing;
import io.feedmill.common.time.ProcessTime;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.random.RandomGenerator;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FullyQualifiedAnnotationBeanNameGenerator;

/** The parts that all processes share: the configurations of the features in this module, time and randomness. */
@Configuration(proxyBeanMethods = false)
@ConfigurationPropertiesScan
@ComponentScan(nameGenerator = FullyQualifiedAnnotationBeanNameGenerator.class)
public class CommonConfiguration {

    /**
     * Starts the beans of this module outside of an application, for a command or a test: each when it is first used. Own beans, each of another class,
     * are preferred where one bean of a type is asked for. Close it.
     */
    public static ConfigurableApplicationContext start(Object... own) {
        AnnotationConfigApplicationContext beans = new AnnotationConfigApplicationContext();
        beans.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor());
        beans.register(CommonConfiguration.class);
        for (Object bean : own) {
            register(beans, bean);
        }
        beans.refresh();
        return beans;
    }

    @SuppressWarnings("unchecked") // the class of an object is that of its own type
    private static <B> void register(AnnotationConfigApplicationContext beans, B bean) {
        beans.registerBean((Class<B>) bean.getClass(), () -> bean, definition -> definition.setPrimary(true));
    }

    public static List<Table> tables() {
        try (ConfigurableApplicationContext beans = start()) {
            return ownTables(List.copyOf(beans.getBeansOfType(Feature.class).values()));
        }
    }

    @Bean
    static List<Table> ownTables(List<Feature> features) {
        return features.stream().flatMap(feature -> feature.tables().stream()).toList();
    }

    @Bean
    static SettingNames settingNames() {
        return new SettingNames();
    }

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    ProcessTime processTime() {
        return ProcessTime.system();
    }

    @Bean
    RandomGenerator random() {
        return new SecureRandom();
    }

    @Bean
    SuspendSafeClock clocks(ProcessTime time, Clock clock) {
        return new SuspendSafeClock(time::nanoTime, clock);
    }

    @Bean
    Timing timing(SuspendSafeClock clocks, ProcessTime time, RandomGenerator random) {
        return new Timing(clocks, Sleeper.by(time), random);
    }

    @Bean
    MonotonicTicks tickClock(Clock clock) {
        return new MonotonicTicks(() -> Ticks.ofInstant(clock.instant()));
    }
}
