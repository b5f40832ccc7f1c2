package io.feedmill.testkit.steps;

import io.feedmill.common.announcement.AnnouncementStore;
import io.feedmill.common.config.Stores;
import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.device.DeviceStore;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.permission.PermissionStore;
import io.feedmill.common.place.PlaceStore;
import io.feedmill.common.post.DocumentStore;
import io.feedmill.common.post.PostStore;
import io.feedmill.common.publish.PublishStore;
import io.feedmill.common.reaction.ReactionStore;
import io.feedmill.common.report.CheckpointStore;
import io.feedmill.common.report.LeaseStore;
import io.feedmill.common.report.ReportStore;
import io.feedmill.common.report.ReportStores;
import io.feedmill.common.room.RoomStore;
import io.feedmill.common.view.ViewStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Makes every call of the stores and senders that it watches a step of the handler that makes it, so that a test can say where handlers die and
 * how they interleave. What a handler calls outside of {@link #run} and {@link Schedule#run}, or from threads of its own, just happens.
 */
public final class Steps {
    private static final int SHOWN = 160;

    private final List<Hook> hooks = new CopyOnWriteArrayList<>();
    private final Set<String> methods = new TreeSet<>();

    /** The target seen through this: each call of the interface is one step. */
    public <T> T watch(Class<T> type, T target) {
        for (Method method : type.getMethods()) {
            methods.add(method.getName());
            methods.add(type.getSimpleName() + "." + method.getName());
        }
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> call(type, target, method, arguments)));
    }

    /**
     * All stores seen through this.
     *
     * @param batch how many users one step writes home feeds for
     */
    public Stores watch(Stores target, int batch) {
        return new Stores(
                watch(PublishStore.class, target.publishing()),
                watch(PostStore.class, target.posts()),
                watchFeeds(target.feeds(), batch),
                watch(FollowStore.class, target.follows()),
                watch(JobStore.class, target.jobs()),
                watch(OutboxStore.class, target.outbox()),
                watch(CounterStore.class, target.counters()),
                watch(LedgerStore.class, target.ledger()),
                watch(RoomStore.class, target.rooms()),
                watch(DeviceStore.class, target.devices()),
                watch(ViewStore.class, target.views()),
                watch(ReactionStore.class, target.reactions()),
                watch(target.reports()),
                watch(PlaceStore.class, target.places()),
                watch(DocumentStore.class, target.documents()),
                watch(PermissionStore.class, target.permissions()),
                watch(AnnouncementStore.class, target.announcements()));
    }

    /** All stores of reports seen through this. */
    public ReportStores watch(ReportStores target) {
        return new ReportStores(
                watch(ReportStore.class, target.reports()),
                watch(CheckpointStore.class, target.checkpoint()),
                watch(LeaseStore.class, target.leases()));
    }

    /**
     * As {@link #watch(Class, Object)}, and writes to many home feeds are a step for each batch.
     *
     * @param batch how many users one step writes for
     */
    public FeedStore watchFeeds(FeedStore target, int batch) {
        return new BatchedFeedStore(watch(FeedStore.class, target), batch);
    }

    /**
     * Does something just before a call is applied, outside of any schedule and crash.
     *
     * @param method as {@code truth}, or {@code JobStore.find} where two interfaces have it
     * @param nth counts these calls from now on, whoever makes them, from 1
     */
    public Hook before(String method, int nth, Runnable action) {
        if (!methods.contains(method) || nth < 1) {
            throw new IllegalArgumentException("no call " + nth + " of " + method + " is watched");
        }
        Hook hook = new Hook(method, nth, action);
        hooks.add(hook);
        return hook;
    }

    /** Runs a handler on this thread up to its end or to the point where it dies. */
    public Run run(CrashPoint point, Runnable handler) {
        return new Handler((number, step) -> point.fate(number)).run(handler);
    }

    /** Several handlers at once, in an order that follows from the seed alone. */
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
        List<Hook> due =
                hooks.stream().filter(hook -> hook.counts(type, method)).toList();
        due.forEach(Hook::run);
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
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }
}
