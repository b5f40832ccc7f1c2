package io.feedmill.faults.script;

import static io.feedmill.faults.script.Rule.require;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long something takes. In scripts a text such as {@code "250ms"}, or an object that names the distribution. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "distribution", defaultImpl = Distribution.Fixed.class)
@JsonSubTypes({
    @JsonSubTypes.Type(value = Distribution.Uniform.class, name = "uniform"),
    @JsonSubTypes.Type(value = Distribution.Exponential.class, name = "exponential"),
    @JsonSubTypes.Type(value = Distribution.LogNormal.class, name = "lognormal")
})
public sealed interface Distribution {
    Duration draw(RandomGenerator random);

    record Fixed(Duration time) implements Distribution {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        public Fixed {}

        @Override
        public Duration draw(RandomGenerator random) {
            return time;
        }
    }

    record Uniform(Duration min, Duration max) implements Distribution {
        public Uniform {
            require(max.compareTo(min) >= 0, "\"max\" must not be less than \"min\"");
        }

        @Override
        public Duration draw(RandomGenerator random) {
            return Duration.ofNanos(random.nextLong(min.toNanos(), max.toNanos() + 1));
        }
    }

    record Exponential(Duration mean) implements Distribution {
        @Override
        public Duration draw(RandomGenerator random) {
            return nanos(mean.toNanos() * random.nextExponential());
        }
    }

    /** The distribution of most services' response times: half within the median, one of a hundred above {@code p99}. */
    record LogNormal(Duration median, Duration p99) implements Distribution {
        /** The normal distribution's 99th percentile, in standard deviations. */
        private static final double Z99 = 2.3263478740408408;

        public LogNormal {
            require(median.isPositive(), "\"median\" must be more than 0");
            require(p99.compareTo(median) >= 0, "\"p99\" must not be less than \"median\"");
        }

        @Override
        public Duration draw(RandomGenerator random) {
            double sigma = Math.log((double) p99.toNanos() / median.toNanos()) / Z99;
            return nanos(median.toNanos() * Math.exp(sigma * random.nextGaussian()));
        }
    }

    private static Duration nanos(double nanos) {
        return Duration.ofNanos(Math.round(nanos));
    }
}
