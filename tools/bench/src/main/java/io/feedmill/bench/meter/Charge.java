package io.feedmill.bench.meter;

/**
 * What some requests cost.
 *
 * @param bytesUp of request bodies
 * @param bytesDown of the answers' bodies
 * @param writeUnits as AWS bills them
 * @param readUnits as AWS bills them
 */
public record Charge(long requests, long bytesUp, long bytesDown, double writeUnits, double readUnits) {
    static final Charge NONE = new Charge(0, 0, 0, 0, 0);

    Charge plus(Charge other) {
        return new Charge(
                requests + other.requests,
                bytesUp + other.bytesUp,
                bytesDown + other.bytesDown,
                writeUnits + other.writeUnits,
                readUnits + other.readUnits);
    }

    Charge minus(Charge earlier) {
        return new Charge(
                requests - earlier.requests,
                bytesUp - earlier.bytesUp,
                bytesDown - earlier.bytesDown,
                writeUnits - earlier.writeUnits,
                readUnits - earlier.readUnits);
    }
}
