package io.feedmill.emulators;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.net.InetSocketAddress;
import java.util.Arrays;

/**
 * Starts an emulator on 127.0.0.1 inside a child process. Arguments: the emulator, the port (0 for any free one), then DynamoDB Local's own options
 * or ElasticMQ's region. Uses reflection, because only the child's class path has the emulators.
 */
public final class EmulatorMain {
    private EmulatorMain() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        int port = Integer.parseInt(arguments[1]);
        try {
            ChildMain.announce(
                    arguments[0].equals("elasticmq")
                            ? startElasticMq(port, arguments[2])
                            : startDynamoDbLocal(port, Arrays.copyOfRange(arguments, 2, arguments.length)));
        } catch (InvocationTargetException e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    /** DynamoDB Local's main class listens on every interface and rejects port 0, so its connector is set between creation and start. */
    private static int startDynamoDbLocal(int port, String[] options) throws ReflectiveOperationException {
        Object server = Class.forName("software.amazon.dynamodb.services.local.main.ServerRunner")
                .getMethod("createServerFromCommandLineArgs", String[].class)
                .invoke(null, (Object) options);
        Field field = server.getClass().getDeclaredField("server");
        field.setAccessible(true);
        Object connector = Array.get(call(field.get(server), "getConnectors"), 0);
        call(connector, "setHost", String.class, "127.0.0.1");
        call(connector, "setPort", int.class, port);
        call(server, "safeStart");
        return (int) call(connector, "getLocalPort");
    }

    private static int startElasticMq(int port, String region) throws ReflectiveOperationException {
        Object builder = Class.forName("org.elasticmq.rest.sqs.SQSRestServerBuilder")
                .getMethod("withInterface", String.class)
                .invoke(null, "127.0.0.1");
        builder = call(builder, "withPort", int.class, port);
        builder = call(builder, "withAWSRegion", String.class, region);
        Object binding = call(call(builder, "start"), "waitUntilStarted");
        return ((InetSocketAddress) call(binding, "localAddress")).getPort();
    }

    private static Object call(Object target, String method) throws ReflectiveOperationException {
        return target.getClass().getMethod(method).invoke(target);
    }

    private static Object call(Object target, String method, Class<?> type, Object argument)
            throws ReflectiveOperationException {
        return target.getClass().getMethod(method, type).invoke(target, argument);
    }
}
