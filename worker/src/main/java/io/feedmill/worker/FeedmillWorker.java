package io.feedmill.worker;

import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.worker.pressure.Nanos;
import io.feedmill.worker.pressure.PressureGate;
import io.feedmill.worker.pressure.PressureMetrics;
import io.feedmill.worker.pressure.PressureSettings;
import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The worker process. */
@SpringBootApplication
@ConfigurationPropertiesScan
@Import(CommonConfiguration.class)
public class FeedmillWorker {

    public static void main(String[] args) {
        SpringApplication.run(FeedmillWorker.class, args);
    }

    @Bean
    WriteGate writeGate(PressureSettings settings, PressureMetrics metrics) {
        return new PressureGate(settings, metrics, Nanos.since1970(Clock.systemUTC(), System::nanoTime));
    }
}
