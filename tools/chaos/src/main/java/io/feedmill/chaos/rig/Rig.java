package io.feedmill.chaos.rig;

import io.feedmill.cli.token.SigningKey.Claims;
import io.feedmill.client.FeedmillClient;
import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.emulators.Ports;
import io.feedmill.faults.FaultProxy;
import io.feedmill.faults.Statistics;
import io.feedmill.faults.protocol.Permission;
import io.feedmill.faults.script.Script;
import io.feedmill.stack.FeedmillProcess;
import io.feedmill.stack.Platform;
import io.feedmill.stack.StorageAccess;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.load.RunSteps;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Emulators, fault proxies in front of them, APIs and workers. Closing it leaves only logs. Thread-safe. */
public final class Rig implements AutoCloseable {
    private static final Duration TOKEN_LIFE = Duration.ofMinutes(10);

    private final Platform platform;
    private final Map<Claims, Token> signed = new ConcurrentHashMap<>();
    private final Map<Side, FaultProxy> proxies = new EnumMap<>(Side.class);
    private final Fleet fleet;
    private final Optional<Duration> visibility;
    private volatile StorageAccess storage;
    private final FeedmillClient feedmill;

    /**
     * Settings of a rig.
     *
     * @param apis the number of APIs
     * @param workers the number of workers
     * @param variables of the environment of all processes; the caller's own override them
     * @param visibility how long a received message stays hidden; empty: as in production
     * @param build whose processes run at first; empty: this one
     */
    public record Settings(
            int apis,
            int workers,
            Map<String, String> variables,
            Optional<Duration> visibility,
            Optional<Workspace> build) {
        private static final Map<String, String> QUICK = Map.of(
                "FEEDMILL_LISTENERS_DEADLINE", "30s",
                "FEEDMILL_LISTENERS_MAX_DEADLINE", "30s",
                "FEEDMILL_UNFOLLOW_GRACE", "1s",
                "FEEDMILL_RELAY_EVERY", "1s",
                "FEEDMILL_RELAY_ACCEPTED", "2s",
                "FEEDMILL_RELAY_STALLED", "5s",
                "FEEDMILL_RELAY_MAX_BACKOFF", "10s");

        /** Production settings but for workers, slices and the short wait for newer versions, such as poison. Processes live for minutes: they start fast. */
        public static Settings of(int workers, int sliceSize) {
            Map<String, String> variables = Map.of(
                    "FEEDMILL_FANOUT_SLICE_SIZE",
                    Integer.toString(sliceSize),
                    "FEEDMILL_LISTENERS_NEWER_VERSIONS",
                    "10s",
                    "FEEDMILL_FANOUT_ON_READ_FROM",
                    "0",
                    "JDK_JAVA_OPTIONS",
                    "-XX:TieredStopAtLevel=1");
            return new Settings(1, workers, variables, Optional.empty(), Optional.empty());
        }

        /** The same with these variables added. */
        public Settings with(Map<String, String> more) {
            Map<String, String> all = new TreeMap<>(variables);
            all.putAll(more);
            return new Settings(apis, workers, all, visibility, build);
        }

        /** The same with shorter timeouts: work of a killed process is found in seconds instead of minutes. */
        public Settings quick() {
            return with(QUICK).withVisibility(Duration.ofSeconds(15));
        }

        /** The same with this visibility timeout. */
        public Settings withVisibility(Duration timeout) {
            return new Settings(apis, workers, variables, Optional.of(timeout), build);
        }

        /** The same with this number of APIs. */
        public Settings withApis(int number) {
            return new Settings(number, workers, variables, visibility, build);
        }

        /** The same with processes of another build. */
        public Settings from(Workspace other) {
            return new Settings(apis, workers, variables, visibility, Optional.of(other));
        }
    }

    /** @param end when another one is signed */
    private record Token(String value, Instant end) {}

    private Rig(Platform platform, Settings settings, int apiPort, Screen screen) {
        EmulatorProcesses servers = platform.servers();
        this.platform = platform;
        proxies.put(Side.STORE, FaultProxy.start(servers.dynamoDb().endpoint(), Script.NONE, 0));
        proxies.put(Side.WORKER_QUEUES, FaultProxy.start(servers.queues().endpoint(), Script.NONE, 0));
        proxies.put(Side.API_QUEUES, FaultProxy.start(servers.queues().endpoint(), Script.NONE, 0));
        Map<String, String> api = variables(settings, Side.API_QUEUES, "feedmill-api");
        Map<String, String> worker = variables(settings, Side.WORKER_QUEUES, "feedmill-worker");
        this.fleet = new Fleet(
                IntStream.rangeClosed(1, settings.apis())
                        .mapToObj(number -> FeedmillProcess.api(
                                platform,
                                number == 1 ? "api" : "api-" + number,
                                number == 1 ? apiPort : Ports.findFree(),
                                Ports.findFree(),
                                api))
                        .toList(),
                IntStream.rangeClosed(1, settings.workers())
                        .mapToObj(number ->
                                FeedmillProcess.worker(platform, "worker-" + number, Ports.findFree(), worker))
                        .toList(),
                screen);
        settings.build().ifPresent(fleet::use);
        this.visibility = settings.visibility();
        this.storage = StorageAccess.of(platform);
        this.feedmill = FeedmillClient.of(fleet.api().url(), platform.tokens(), RunSteps.PATIENT);
    }

    /** Starts a rig and waits until it is ready. Throws a {@link io.feedmill.emulators.EmulatorStartException} after stopping all of it again. */
    public static Rig start(Settings settings, Workspace workspace, Screen screen) {
        int apiPort = Ports.findFree();
        Platform platform = Platform.start(EmulatorProcesses.Options.ANY_PORT, workspace, apiPort, screen);
        Rig rig = new Rig(platform, settings, apiPort, screen);
        try {
            rig.visibility.ifPresent(rig.storage.queues()::setVisibility);
            screen.say("starting %d APIs and %d workers (logs in %s)…"
                    .formatted(settings.apis(), settings.workers(), platform.logs()));
            rig.fleet.start();
            return rig;
        } catch (RuntimeException e) {
            rig.close();
            throw e;
        }
    }

    /** The proxies record calls of processes that send the name of their application. */
    private Map<String, String> variables(Settings settings, Side queues, String application) {
        Map<String, String> variables = new TreeMap<>(settings.variables());
        variables.keySet().removeAll(System.getenv().keySet());
        variables.put("AWS_SDK_UA_APP_ID", application);
        variables.putAll(variables(endpoint(Side.STORE), endpoint(queues)));
        return variables;
    }

    /** Returns the variables by which a process finds DynamoDB and SQS. */
    public static Map<String, String> variables(URI store, URI queues) {
        return Map.of("AWS_ENDPOINT_URL_DYNAMODB", store.toString(), "AWS_ENDPOINT_URL_SQS", queues.toString());
    }

    /** Returns the variables of a command that reaches tables and queues through the proxies. */
    public Map<String, String> connection(Side queues) {
        Map<String, String> variables = new TreeMap<>(platform.servers().environment());
        variables.putAll(variables(endpoint(Side.STORE), endpoint(queues)));
        return variables;
    }

    /** Returns the endpoint of the side's proxy. */
    public URI endpoint(Side side) {
        return proxy(side).endpoint();
    }

    private FaultProxy proxy(Side side) {
        return Objects.requireNonNull(proxies.get(side));
    }

    /** Returns the client of the first API. */
    public FeedmillClient feedmill() {
        return feedmill;
    }

    /** Returns a token that is valid for minutes. */
    public String token(String subject, Set<String> scopes) {
        Instant now = Instant.now();
        Claims claims = new Claims(subject, scopes, TOKEN_LIFE);
        return signed.compute(
                        claims,
                        (key, token) -> token == null || token.end().isBefore(now)
                                ? new Token(platform.key().sign(claims), now.plus(TOKEN_LIFE.dividedBy(2)))
                                : token)
                .value();
    }

    public Fleet fleet() {
        return fleet;
    }

    public StorageAccess storage() {
        return storage;
    }

    /** Returns what reads and writes as a process did this time ago. Close it. */
    public StorageAccess storage(Duration ago) {
        return StorageAccess.of(platform, Clock.offset(Clock.systemUTC(), ago.negated()));
    }

    /** Creates tables and queues with this prefix. {@link #storage()} are these from now on, and processes use them from their next start on. */
    public void moveTo(String prefix) {
        storage.close();
        storage = StorageAccess.create(platform, prefix);
        visibility.ifPresent(storage.queues()::setVisibility);
        fleet.change(StorageAccess.variables(prefix));
    }

    /** Runs the action while no table changes. */
    public <T> T holdWrites(Supplier<T> action) {
        return proxy(Side.STORE).holdWrites(action);
    }

    /** Returns the folder with the logs of all processes. */
    public Path logs() {
        return platform.logs();
    }

    /** Replaces the fault script of a side. */
    public void inject(Side side, Script script) {
        proxy(side).replaceScript(script);
    }

    /** Ends all faults and waits until every process is ready. */
    public void recover() {
        proxies.values().forEach(proxy -> proxy.replaceScript(Script.NONE));
        fleet.awaitReady();
    }

    /** Returns the statistics of the side's proxy until now. */
    public Statistics statistics(Side side) {
        return proxy(side).statistics();
    }

    /** Returns the permissions that processes with this {@code AWS_SDK_UA_APP_ID} have used until now. */
    public Set<Permission> permissions(String application) {
        return proxies.values().stream()
                .flatMap(proxy -> proxy.permissions(application).stream())
                .collect(Collectors.toSet());
    }

    @Override
    public void close() {
        try (platform) {
            fleet.close();
            proxies.values().forEach(FaultProxy::close);
            storage.close();
        }
    }
}
