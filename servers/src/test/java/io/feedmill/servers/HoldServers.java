package io.feedmill.servers;

/** Starts both servers and waits: the parent that a test kills. */
final class HoldServers {

    static final String UP = "up: ";

    private HoldServers() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (EmbeddedServers servers = EmbeddedServers.start()) {
            System.out.println(UP + servers.environment());
            Thread.sleep(Long.MAX_VALUE);
        }
    }
}
