package io.feedmill.chaos.rig;

import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.emulators.Ports;
import io.feedmill.faults.FaultProxy;
import io.feedmill.faults.Statistics;
import io.feedmill.faults.script.Script;
import io.feedmill.stack.Backstage;
import io.feedmill.stack.Member;
import io.feedmill.stack.Platform;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.console.Screen;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Emulators, proxies before them, an API and workers behind these. Closing it leaves nothing behind but logs. Thread-safe. */
public final class Rig implements AutoCloseable {

    private final Platform platform;
    private final Map<Side, FaultProxy> proxies;
    private final Fleet fleet;
    private final Backstage backstage;
    private final FeedmillClient feedmill;

    private Rig(Platform platform, Map<Side, FaultProxy> proxies, Fleet fleet) {
        this.platform = platform;
        this.proxies = proxies;
        this.fleet = fleet;
        this.backstage = Backstage.of(platform);
        this.feedmill = new FeedmillClient(fleet.api().url());
    }

    /** Starts all of it and waits until it is ready. Throws a {@link io.feedmill.emulators.EmulatorStartException} after everything is stopped again. */
    public static Rig start(RigSettings settings, Workspace workspace, Screen screen) {
        int apiPort = Ports.findFree();
        Platform platform = Platform.start(EmulatorProcesses.Options.ANY_PORT, workspace, apiPort, screen);
        try {
            Rig rig = build(platform, settings, apiPort, screen);
            rig.start(settings, screen);
            return rig;
        } catch (RuntimeException e) {
            platform.close();
            throw e;
        }
    }

    private void start(RigSettings settings, Screen screen) {
        try {
            settings.visibility().ifPresent(backstage::visibility);
            screen.say("starting the API and %d workers (logs in %s)…".formatted(settings.workers(), platform.logs()));
            fleet.start();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static Rig build(Platform platform, RigSettings settings, int apiPort, Screen screen) {
        Map<Side, FaultProxy> proxies = new EnumMap<>(Side.class);
        for (Side side : Side.values()) {
            proxies.put(side, FaultProxy.start(side.target(platform.servers()), Script.NONE, 0));
        }
        Member api = new Member(platform, "api", "api", apiPort, variables(settings, proxies, Side.API_QUEUES));
        Map<String, String> workers = variables(settings, proxies, Side.WORKER_QUEUES);
        List<Member> members = IntStream.rangeClosed(1, settings.workers())
                .mapToObj(number -> new Member(platform, "worker", "worker-" + number, Ports.findFree(), workers))
                .toList();
        return new Rig(platform, proxies, new Fleet(api, members, screen));
    }

    private static Map<String, String> variables(RigSettings settings, Map<Side, FaultProxy> proxies, Side queues) {
        Map<String, String> variables = new TreeMap<>(settings.variables());
        variables.keySet().removeAll(System.getenv().keySet());
        variables.put("AWS_ENDPOINT_URL_DYNAMODB", endpoint(proxies, Side.STORE));
        variables.put("AWS_ENDPOINT_URL_SQS", endpoint(proxies, queues));
        return variables;
    }

    private static String endpoint(Map<Side, FaultProxy> proxies, Side side) {
        return proxy(proxies, side).endpoint().toString();
    }

    private static FaultProxy proxy(Map<Side, FaultProxy> proxies, Side side) {
        return Objects.requireNonNull(proxies.get(side));
    }

    public FeedmillClient feedmill() {
        return feedmill;
    }

    public Fleet fleet() {
        return fleet;
    }

    public Backstage backstage() {
        return backstage;
    }

    /** Disturbs a side by the script, instead of what disturbed it before. */
    public void disturb(Side side, Script script) {
        proxy(proxies, side).replaceScript(script);
    }

    /** Ends all disturbances and waits until every process is ready. */
    public void calm() {
        proxies.values().forEach(proxy -> proxy.replaceScript(Script.NONE));
        fleet.awaitReady();
    }

    /** What went through the side's proxy until now. */
    public Statistics statistics(Side side) {
        return proxy(proxies, side).statistics();
    }

    @Override
    public void close() {
        try (platform;
                backstage;
                feedmill) {
            fleet.close();
            proxies.values().forEach(FaultProxy::close);
        }
    }
}
