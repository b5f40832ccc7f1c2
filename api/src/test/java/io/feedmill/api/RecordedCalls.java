package io.feedmill.api;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;

/** Stores whose calls are recorded. */
public final class RecordedCalls {
    private RecordedCalls() {}

    /** Returns the store; the name of each method that is called is added to these calls. */
    public static <S> S recorded(Class<S> type, S store, List<String> calls) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    calls.add(method.getName());
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                }));
    }
}
