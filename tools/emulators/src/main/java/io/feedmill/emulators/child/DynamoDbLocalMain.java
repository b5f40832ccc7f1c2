package io.feedmill.emulators.child;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Starts DynamoDB Local on 127.0.0.1. Arguments: the port (0: any free one), then DynamoDB Local's own. By reflection, because it is not
 * on our class path. Its own main class listens on every interface and takes no port 0, so the connector is set between creation and start.
 */
public final class DynamoDbLocalMain {

    private static final String RUNNER = "software.amazon.dynamodb.services.local.main.ServerRunner";

    private DynamoDbLocalMain() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        try {
            ChildMain.announce(
                    start(Integer.parseInt(arguments[0]), Arrays.copyOfRange(arguments, 1, arguments.length)));
        } catch (InvocationTargetException e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    private static int start(int port, String[] options) throws ReflectiveOperationException {
        Object proxy = Class.forName(RUNNER)
                .getMethod("createServerFromCommandLineArgs", String[].class)
                .invoke(null, (Object) options);
        Object connector = connectorOf(proxy);
        connector.getClass().getMethod("setHost", String.class).invoke(connector, "127.0.0.1");
        connector.getClass().getMethod("setPort", int.class).invoke(connector, port);
        proxy.getClass().getMethod("safeStart").invoke(proxy);
        return (int) connector.getClass().getMethod("getLocalPort").invoke(connector);
    }

    private static Object connectorOf(Object proxy) throws ReflectiveOperationException {
        Field field = proxy.getClass().getDeclaredField("server");
        field.setAccessible(true);
        Object jetty = field.get(proxy);
        return Array.get(jetty.getClass().getMethod("getConnectors").invoke(jetty), 0);
    }
}
