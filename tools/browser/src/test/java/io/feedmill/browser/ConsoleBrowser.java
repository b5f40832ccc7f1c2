package io.feedmill.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.TimeoutError;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import io.feedmill.cli.token.SigningKey.Claims;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.FeedmillClient.Limits;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.emulators.Ports;
import io.feedmill.stack.FeedmillCommand;
import io.feedmill.stack.FeedmillProcess;
import io.feedmill.stack.Platform;
import io.feedmill.stack.StorageAccess;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A new context of Debian's Chromium for each test, on an embedded stack that all tests share. Skips the test without a Chromium. After a test no request
 * has left the origin, and nothing was reported: no violation of the policy, and no error of a script.
 */
final class ConsoleBrowser implements BeforeEachCallback, AfterEachCallback {
    private static final List<Path> CHROMIUM =
            List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/chromium-browser"));
    private static final String REPORT_VIOLATIONS =
            "addEventListener('securitypolicyviolation', e => console.error('violation of ' + e.violatedDirective))";
    /** A guard against a hang, several times what a slow machine takes. */
    private static final double LIMIT = Duration.ofMinutes(1).toMillis();

    private final List<String> urls = new CopyOnWriteArrayList<>();
    private final List<String> reported = new CopyOnWriteArrayList<>();
    private Optional<BrowserContext> context = Optional.empty();

    /** Starts on first use, and stops with the JVM. */
    private static final class Shared {
        private static final int PORT = Ports.findFree();
        private static final Workspace WORKSPACE = new Workspace(FeedmillCommand.workspace(folder()));
        private static final Platform PLATFORM =
                Platform.start(EmulatorProcesses.Options.ANY_PORT, WORKSPACE, PORT, Screen.standard());
        private static final FeedmillProcess API =
                FeedmillProcess.api(PLATFORM, "api", PORT, Ports.findFree(), Map.of());
        private static final FeedmillProcess WORKER =
                FeedmillProcess.worker(PLATFORM, "worker", Ports.findFree(), Map.of());
        private static final StorageAccess STORAGE = StorageAccess.of(PLATFORM);
        private static final Browser BROWSER = Playwright.create(
                        new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")))
                .chromium()
                .launch(new LaunchOptions()
                        .setExecutablePath(chromium().orElseThrow())
                        .setTimeout(LIMIT)
                        .setArgs(List.of(
                                "--disable-background-networking", "--disable-component-update", "--no-pings")));

        static {
            PlaywrightAssertions.setDefaultAssertionTimeout(LIMIT);
            Runtime.getRuntime().addShutdownHook(new Thread(Shared::stop));
            STORAGE.writeLedger(List.of(reported()));
            API.start();
            WORKER.start();
            API.awaitReady();
            WORKER.awaitReady();
        }

        /** What an author did 50 minutes ago, before the first check for reports: it is in a report. */
        private static LedgerEntry reported() {
            PostId post = PostId.parse("11111111112oTPUemdxcKD");
            Instant settled = Instant.now().minus(Duration.ofMinutes(50));
            return new LedgerEntry.Posted(post, new UserId("sum-ann"), settled, 1_234, 0, 2);
        }

        private static void stop() {
            WORKER.close();
            API.close();
            PLATFORM.servers().close();
        }

        private static Path folder() {
            try {
                return Files.createTempDirectory(
                        Files.createDirectories(Path.of("target")).toAbsolutePath(), "stack");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static Optional<Path> chromium() {
        return CHROMIUM.stream().filter(Files::isExecutable).findFirst();
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        assumeTrue(chromium().isPresent(), "no Chromium: install Debian's package chromium");
        newContext(new NewContextOptions());
    }

    /** Replaces the context by one with other options. */
    void newContext(NewContextOptions options) {
        context.ifPresent(BrowserContext::close);
        BrowserContext made = Shared.BROWSER.newContext(options);
        made.setDefaultTimeout(LIMIT);
        made.addInitScript(REPORT_VIOLATIONS);
        made.onRequest(request -> urls.add(request.url()));
        made.onConsoleMessage(message -> {
            if (message.text().matches("(?s).*(violat|Content Security Policy|Trusted).*")) {
                reported.add(message.text());
            }
        });
        made.onRequestFailed(request -> System.out.printf("failed: %s %s%n", request.url(), request.failure()));
        made.onWebError(error -> reported.add(error.error()));
        context = Optional.of(made);
    }

    @Override
    public void afterEach(ExtensionContext test) {
        if (context.isPresent()) {
            context.get().close();
            assertThat(urls).isNotEmpty().allMatch(url -> url.startsWith(api() + "/"));
            assertThat(reported).isEmpty();
        }
    }

    URI api() {
        return Shared.API.url();
    }

    FeedmillClient client() {
        return FeedmillClient.of(api(), Shared.PLATFORM.tokens(), Limits.DEFAULT);
    }

    StorageAccess storage() {
        return Shared.STORAGE;
    }

    void killApi() {
        Shared.API.kill();
    }

    void startApi() {
        Shared.API.start();
        Shared.API.awaitReady();
    }

    BrowserContext context() {
        return context.orElseThrow();
    }

    /** Returns what was reported, and forgets it. */
    List<String> takeReports() {
        List<String> taken = List.copyOf(reported);
        reported.clear();
        return taken;
    }

    /** Opens a page of the console in a new tab, as a service that may do all. */
    Page open(String fragment) {
        return open(fragment, token("console", Duration.ofHours(12), Claims.SCOPES.toArray(String[]::new)));
    }

    /** The same with this token; empty: none. */
    Page open(String fragment, String token) {
        Page page = context().newPage();
        page.navigate(api() + "/console/" + (token.isEmpty() ? "" : "#token=" + token));
        awaitTitle(page);
        if (!fragment.isEmpty()) {
            go(page, fragment);
        }
        return page;
    }

    /** Without one of its files the page stays empty: as a person would, it is loaded again, once. */
    private static void awaitTitle(Page page) {
        try {
            page.waitForSelector("h1", new Page.WaitForSelectorOptions().setTimeout(LIMIT / 4));
        } catch (TimeoutError e) {
            System.out.println("the page stayed empty; it is loaded again");
            page.reload();
            page.waitForSelector("h1");
        }
    }

    static void go(Page page, String fragment) {
        page.evaluate("fragment => { location.hash = fragment; }", fragment);
    }

    /** Signs a token as the stack's issuer. */
    static String token(String subject, Duration life, String... scopes) {
        return Shared.PLATFORM.key().sign(new Claims(subject, Set.of(scopes), life));
    }
}
