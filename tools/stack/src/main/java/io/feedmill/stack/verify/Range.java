package io.feedmill.stack.verify;

/** How many there are to be: from the first number to the second, both inclusive. */
public record Range(long least, long most) {

    public static Range exactly(long number) {
        return new Range(number, number);
    }

    public boolean isExact() {
        return least == most;
    }

    public boolean contains(long number) {
        return number >= least && number <= most;
    }

    @Override
    public String toString() {
        return isExact() ? Long.toString(least) : least + " to " + most;
    }
}
