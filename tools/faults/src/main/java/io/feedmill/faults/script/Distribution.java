package io.feedmill.faults.script;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long something takes. */
public sealed interface Distribution {

    Duration draw(RandomGenerator random);

    /** Always the same. */
    record Fixed(Duration time) implements Distribution {
        public Fixed {
            Checks.notNegative("time", time);
        }

        @Override
        public Duration draw(RandomGenerator random) {
            return time;
        }
    }

    /** Anything from {@code min} to {@code max} alike. */
    record Uniform(Duration min, Duration max) implements Distribution {
        public Uniform {
            Checks.notNegative("min", min);
            Checks.require(max.compareTo(min) >= 0, "\"max\" must not be less than \"min\"");
        }

        @Override
        public Duration draw(RandomGenerator random) {
            return Duration.ofNanos(random.nextLong(min.toNanos(), max.toNanos() + 1));
        }
    }

    /** Mostly short, without memory. */
    record Exponential(Duration mean) implements Distribution {
        public Exponential {
            Checks.notNegative("mean", mean);
        }

        @Override
        public Duration draw(RandomGenerator random) {
            return nanos(mean.toNanos() * random.nextExponential());
        }
    }

    /** As services answer: half of all within the median, one of a hundred later than {@code p99}. */
    record LogNormal(Duration median, Duration p99) implements Distribution {
        /** The normal distribution's 99th percentile, in standard deviations. */
        private static final double Z99 = 2.3263478740408408;

        public LogNormal {
            Checks.positive("median", median);
            Checks.require(p99.compareTo(median) >= 0, "\"p99\" must not be less than \"median\"");
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
