package io.feedmill.emulators;

/** Starts both servers and waits: the parent that a test kills. */
final class HoldEmulators {

    static final String UP = "up: ";

    private HoldEmulators() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (EmulatorProcesses servers = EmulatorProcesses.start()) {
            System.out.println(UP + servers.environment());
            Thread.sleep(Long.MAX_VALUE);
        }
    }
}
