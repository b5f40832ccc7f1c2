package io.feedmill.common;

import io.feedmill.common.key.TickClock;
import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.recall.RecallRows;
import java.time.Clock;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FullyQualifiedAnnotationBeanNameGenerator;

/** The parts that all processes share: the configurations of the features in this module, and the clocks. */
@Configuration(proxyBeanMethods = false)
@ConfigurationPropertiesScan
@ComponentScan(nameGenerator = FullyQualifiedAnnotationBeanNameGenerator.class)
public class CommonConfiguration {

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    Stores stores(BeanFactory beans) {
        return new Stores() {
            @Override
            public <S> S get(Class<S> type) {
                return beans.getBean(type);
            }
        };
    }

    /** Workers, which end recalls, replace it by one that knows their queues. */
    @Bean
    RecallRows recallRows() {
        return new RecallRows(RecallRows.SHARDS, () -> HandlerLife.LAST_WRITE);
    }

    @Bean
    TickClock tickClock() {
        return TickClock.system();
    }
}
