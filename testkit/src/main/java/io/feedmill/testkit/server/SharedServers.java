package io.feedmill.testkit.server;

import io.feedmill.servers.EmbeddedServers;

/** DynamoDB Local and ElasticMQ, started when first asked for and shared by all tests of the JVM. */
public final class SharedServers {
    private SharedServers() {}

    public static EmbeddedServers get() {
        return Holder.SERVERS;
    }

    private static final class Holder {
        private static final EmbeddedServers SERVERS = EmbeddedServers.start();

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(SERVERS::close));
        }
    }
}
