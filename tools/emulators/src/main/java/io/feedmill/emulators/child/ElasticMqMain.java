package io.feedmill.emulators.child;

import java.lang.reflect.InvocationTargetException;
import java.net.InetSocketAddress;

/** Starts ElasticMQ on 127.0.0.1. Arguments: the port (0: any free one) and the AWS region. By reflection, because it is not on our class path. */
public final class ElasticMqMain {

    private static final String BUILDER = "org.elasticmq.rest.sqs.SQSRestServerBuilder";

    private ElasticMqMain() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        try {
            ChildMain.announce(start(Integer.parseInt(arguments[0]), arguments[1]));
        } catch (InvocationTargetException e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    private static int start(int port, String region) throws ReflectiveOperationException {
        Class<?> forwarders = Class.forName(BUILDER);
        Object builder = forwarders.getMethod("withInterface", String.class).invoke(null, "127.0.0.1");
        builder = builder.getClass().getMethod("withPort", int.class).invoke(builder, port);
        builder = builder.getClass().getMethod("withAWSRegion", String.class).invoke(builder, region);
        Object server = call(builder, "start");
        Object binding = call(server, "waitUntilStarted");
        return ((InetSocketAddress) call(binding, "localAddress")).getPort();
    }

    private static Object call(Object target, String method) throws ReflectiveOperationException {
        return target.getClass().getMethod(method).invoke(target);
    }
}
