package io.feedmill.testkit.steps;

import io.feedmill.common.dormant.DormancyStore;
import io.feedmill.common.ledger.LedgerRows;
import io.feedmill.common.storage.StorageException;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.memory.Faults;
import io.feedmill.testkit.memory.StoreCall;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Turns every call of the database, and of watched senders, into a step of the calling handler, so that a test can choose where handlers crash and what
 * happens before which call. Calls outside of {@link #run}, or from a handler's own threads, are no steps.
 */
public final class Steps implements Faults {
    private static final int MAX_TEXT = 160;
    private static final List<Class<?>> STORES = Stream.of(Stores.class.getMethods())
            .filter(Method::isDefault)
            .<Class<?>>map(Method::getReturnType)
            .toList();

    /** Read under a lock, for which other handlers wait. */
    private static final String COPIED = DormancyStore.class.getSimpleName();

    private final List<Hook> hooks = new CopyOnWriteArrayList<>();

    /** By the thread that makes the attempts: others call meanwhile. */
    private final Map<Thread, Failed> failed = new ConcurrentHashMap<>();

    private final Set<Class<?>> types = new HashSet<>(STORES);

    /** A call that fails this many times more. */
    private record Failed(Call call, StorageException failure, int attempts) {}

    /** Returns the target with each call as one step. */
    public <T> T watch(Class<T> type, T target) {
        types.add(type);
        return proxy(type, (method, arguments) -> call(type, target, method, arguments));
    }

    /** A call of the database by a store's method is a step. */
    @Override
    public Fault before(Call call) {
        if (!Handler.CURRENT.isBound() && hooks.isEmpty()) {
            return new Fault.None();
        }
        StoreCall.current(Steps::isOfSteps)
                .filter(store -> !store.store().equals(COPIED))
                .ifPresent(store -> before(store, call));
        return new Fault.None();
    }

    private void before(StoreCall store, Call call) {
        if (Handler.CURRENT.isBound()) {
            Handler.CURRENT.get().begin(describe(store, call));
        }
        failAgain(call);
        try {
            runHooks(store.store(), store.method());
        } catch (StorageException e) {
            failed.put(Thread.currentThread(), new Failed(call, e, attempts(e)));
            failAgain(call);
        }
    }

    /** A failure of a hook is that of all attempts of the call. */
    private void failAgain(Call call) {
        Failed last = failed.remove(Thread.currentThread());
        if (last != null && last.call().equals(call)) {
            if (last.attempts() > 1) {
                failed.put(Thread.currentThread(), new Failed(call, last.failure(), last.attempts() - 1));
            }
            throw last.failure();
        }
    }

    private static int attempts(StorageException failure) {
        return switch (failure.kind()) {
            case THROTTLED -> 10;
            case TRANSIENT -> 4;
            case REJECTED, FORBIDDEN, PERMANENT -> 1;
        };
    }

    @Override
    public void after(Call call, @Nullable RuntimeException failure) {
        if (Handler.CURRENT.isBound()) {
            Handler.CURRENT.get().end();
        }
    }

    private static boolean isOfSteps(String type) {
        return type.startsWith(Handler.class.getName());
    }

    private static String describe(StoreCall store, Call call) {
        return shortened(store + ": " + call.operation().label() + " "
                + call.items().stream().map(Steps::describe).collect(Collectors.joining(", "))
                + (call.request() instanceof QueryRequest query ? " " + describe(query) : ""));
    }

    private static String describe(QueryRequest query) {
        AttributeValue after = query.exclusiveStartKey().get("sk");
        return (after == null ? "" : "after " + after.s() + " ") + "limit " + query.limit();
    }

    /** Keys of the ledger are random. */
    private static String describe(Item item) {
        return item.table().equals(LedgerRows.TABLE.suffix())
                ? item.table()
                : item.table()
                        + item.key().values().stream().map(AttributeValue::s).toList();
    }

    private interface Invocation {
        @Nullable Object invoke(Method method, Object @Nullable [] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Invocation invocation) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> invocation.invoke(method, arguments)));
    }

    /** Runs an action just before the nth call, from now on and from 1, of a method such as {@code truth}, or {@code JobStore.find} if two interfaces have it. */
    public Hook before(String method, int nth, Runnable action) {
        if (!isWatched(method) || nth < 1) {
            throw new IllegalArgumentException("Call " + nth + " of " + method + " is not watched");
        }
        Hook hook = new Hook(method, nth, action);
        hooks.add(hook);
        return hook;
    }

    private boolean isWatched(String method) {
        return types.stream()
                .anyMatch(type -> Stream.of(type.getMethods())
                        .anyMatch(each -> method.equals(each.getName())
                                || method.equals(type.getSimpleName() + "." + each.getName())));
    }

    /** Runs a handler on this thread to its end or to its crash point. */
    public Run run(CrashPoint point, Runnable handler) {
        return new Handler((number, step) -> point.outcome(number)).run(handler);
    }

    private @Nullable Object call(Class<?> type, Object target, Method method, Object @Nullable [] arguments)
            throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return invoke(target, method, arguments);
        }
        Handler.Call call = () -> {
            runHooks(type.getSimpleName(), method.getName());
            return invoke(target, method, arguments);
        };
        return Handler.CURRENT.isBound()
                ? Handler.CURRENT.get().step(describe(type, method, arguments), call)
                : call.apply();
    }

    private void runHooks(String type, String method) {
        due(type, method).forEach(Hook::run);
    }

    /** Counts a call for all hooks at once. Otherwise, of two calls at one moment, one could run the hooks of both. */
    private synchronized List<Hook> due(String type, String method) {
        return hooks.stream().filter(hook -> hook.counts(type, method)).toList();
    }

    private static @Nullable Object invoke(Object target, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private static String describe(Class<?> type, Method method, Object @Nullable [] arguments) {
        return shortened(type.getSimpleName() + "." + method.getName()
                + (arguments == null ? "[]" : Arrays.deepToString(arguments)));
    }

    private static String shortened(String text) {
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
    }
}
