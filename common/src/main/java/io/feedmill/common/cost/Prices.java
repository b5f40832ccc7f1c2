package io.feedmill.common.cost;

import io.feedmill.common.cost.Cost.Units;

/**
 * List prices in US dollars, us-east-1, x86, and discounts, as AWS's pages say them: dynamodb/pricing, dynamodb/reserved-capacity,
 * savingsplans/database-pricing, sqs/pricing, fargate/pricing. They change, and discounts are "up to": check them before you buy.
 */
public final class Prices {
    public static final String REGION = "us-east-1";

    /** The mean month. */
    public static final double HOURS = 730.5;

    /** The share of provisioned capacity that is used, to which deploy/cloudformation/storage.yaml scales. */
    public static final double UTILIZATION = 0.7;

    /** What is left of a price: of one on demand with a Database Savings Plan of a year, of a provisioned one with reserved capacity. */
    public static final double SAVINGS_PLAN = 1 - 0.18;

    public static final double RESERVED_1_YEAR = 1 - 0.54;
    public static final double RESERVED_3_YEARS = 1 - 0.77;

    private static final double SECONDS = HOURS * 3_600;
    private static final double MILLION = 1e6;
    private static final double WRITE_UNITS = 0.625 / MILLION;
    private static final double READ_UNITS = 0.125 / MILLION;
    private static final double WRITE_CAPACITY_HOUR = 0.00065;
    private static final double READ_CAPACITY_HOUR = 0.00013;
    private static final double GIGABYTE_MONTH = 0.25;
    private static final double QUEUE_REQUESTS = 0.40 / MILLION;

    /** Fargate: a vCPU, and 2 GB. */
    private static final double PROCESS_HOUR = 0.04048 + 2 * 0.004445;

    private Prices() {}

    public static Units onDemand(Units units) {
        return new Units(units.write() * WRITE_UNITS, units.read() * READ_UNITS);
    }

    public static Units onDemandMonth(Units perSecond) {
        return onDemand(perSecond.times(SECONDS));
    }

    /** Returns the price of a month of capacity that follows the load. */
    public static Units provisionedMonth(Units perSecond) {
        return new Units(
                perSecond.write() / UTILIZATION * HOURS * WRITE_CAPACITY_HOUR,
                perSecond.read() / UTILIZATION * HOURS * READ_CAPACITY_HOUR);
    }

    public static double storageMonth(double gigabytes) {
        return gigabytes * GIGABYTE_MONTH;
    }

    public static double queueMonth(double requestsPerSecond) {
        return requestsPerSecond * SECONDS * QUEUE_REQUESTS;
    }

    public static double processesMonth(int processes) {
        return processes * HOURS * PROCESS_HOUR;
    }
}
