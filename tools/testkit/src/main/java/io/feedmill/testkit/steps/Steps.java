package io.feedmill.testkit.steps;

import io.feedmill.common.dormant.DormancyStore;
import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.testkit.Stores;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Turns every call of the watched stores and senders into a step of the calling handler, so that a test can choose where handlers crash and how they
 * interleave. Calls outside of {@link #run} and {@link Schedule#run}, or from a handler's own threads, are no steps.
 */
public final class Steps {
    private static final int MAX_TEXT = 160;

    private final List<Hook> hooks = new CopyOnWriteArrayList<>();
    private final Set<Class<?>> types = new HashSet<>();

    /** Returns the target with each call as one step. */
    public <T> T watch(Class<T> type, T target) {
        types.add(type);
        return proxy(type, (method, arguments) -> call(type, target, method, arguments));
    }

    /**
     * Returns all stores with each call as one step.
     *
     * @param batch the number of users whose home feeds one step writes
     */
    public Stores watch(Stores target, int batch) {
        Map<Class<?>, Object> watched = new HashMap<>();
        for (Method accessor : Stores.class.getMethods()) {
            if (accessor.isDefault()) {
                watched.put(accessor.getReturnType(), watch(accessor.getReturnType(), target, batch));
            }
        }
        return new Stores() {
            @Override
            public <S> S get(Class<S> type) {
                return type.cast(Objects.requireNonNull(watched.get(type)));
            }
        };
    }

    private <S> Object watch(Class<S> type, Stores target, int batch) {
        S store = target.get(type);
        return switch (store) {
            case FeedStore feeds -> watchFeeds(feeds, batch);
            case DormancyStore copied -> copied; // read under a lock, for which other handlers wait
            default -> watch(type, store);
        };
    }

    /**
     * As {@link #watch(Class, Object)}, but a write to many home feeds is one step for each batch.
     *
     * @param batch the number of users in one step
     */
    public FeedStore watchFeeds(FeedStore target, int batch) {
        FeedStore watched = watch(FeedStore.class, target);
        return proxy(FeedStore.class, (method, arguments) -> {
            if (arguments == null || method.getReturnType() != BatchResult.class) {
                return invoke(watched, method, arguments);
            }
            List<?> users = (List<?>) arguments[1];
            List<Integer> putOff = new ArrayList<>();
            for (int from = 0; from < users.size(); from += batch) {
                Object[] some = {arguments[0], users.subList(from, Math.min(from + batch, users.size())), arguments[2]};
                BatchResult result = (BatchResult) Objects.requireNonNull(invoke(watched, method, some));
                for (int position : result.putOff()) {
                    putOff.add(from + position);
                }
                if (!result.complete() && result.written() < ((List<?>) some[1]).size()) {
                    return new BatchResult(from + result.written(), false, putOff, result.late(), result.refused());
                }
            }
            return new BatchResult(users.size(), putOff.isEmpty(), putOff, false);
        });
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

    /**
     * Runs an action just before a call is applied, outside of any schedule and crash.
     *
     * @param method for instance {@code truth}, or {@code JobStore.find} if two interfaces have it
     * @param nth counts these calls of any handler from now on, from 1
     */
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

    /** A schedule of several handlers whose order depends on the seed alone. */
    public Schedule schedule(long seed) {
        return new Schedule(seed);
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
        String text = type.getSimpleName() + "." + method.getName()
                + (arguments == null ? "[]" : Arrays.deepToString(arguments));
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
    }
}
