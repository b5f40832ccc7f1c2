package io.feedmill.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.Post.NewPost;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** How each page looks: for axe in light and dark, on a narrow screen, and with {@code -Dconsole.screenshots=FOLDER} as pictures. */
@Timeout(300)
@Tag("full")
class ConsolePagesIT {
    private static final String RUN_AXE =
            "async () => (await axe.run()).violations.map(v => v.id + ': ' + v.nodes.map(n => n.html + ' ' + n.failureSummary).join('; '))";

    @RegisterExtension
    private final ConsoleBrowser browser = new ConsoleBrowser();

    enum Shown {
        TOKEN,
        TRY,
        POST,
        FEED,
        OVERVIEW,
        REPORTS
    }

    static Stream<Arguments> pages() {
        return Stream.of(Shown.values())
                .flatMap(page ->
                        Stream.of(ColorScheme.LIGHT, ColorScheme.DARK).map(scheme -> Arguments.of(page, scheme)));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void axeFindsNothingAndANarrowScreenHoldsIt(Shown shown, ColorScheme scheme) throws IOException {
        browser.newContext(new NewContextOptions().setColorScheme(scheme).setViewportSize(1280, 800));
        Page page = open(shown);
        assertThat(page.locator("main")).not().containsText("Connecting.");
        String name = "%s-%s".formatted(shown, scheme).toLowerCase(java.util.Locale.ROOT);
        picture(page, name);
        page.evaluate(axe());
        assertThat((Iterable<?>) page.evaluate(RUN_AXE)).isEmpty();
        page.setViewportSize(360, 740);
        picture(page, name + "-360");
        assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(360);
    }

    private Page open(Shown shown) {
        return switch (shown) {
            case TOKEN -> browser.open("", "");
            case TRY -> tryIt();
            case POST -> post();
            case FEED -> feed();
            case OVERVIEW -> overview();
            case REPORTS -> browser.open("#/reports");
        };
    }

    private Page tryIt() {
        Page page = browser.open("#/try");
        page.getByText("Follow and listen").click();
        assertThat(page.getByText("Live.")).hasCount(3);
        page.getByLabel("Text").fill("The first post");
        page.getByText("Publish", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.getByText("Arrived in 3 of 3 feeds")).isVisible();
        return page;
    }

    private Page post() {
        FeedmillClient feedmill = browser.client();
        feedmill.follow("look-ben", "look-ann");
        String post = feedmill.as("look-ann")
                .publishPost(new NewPost("look-ann", "A post\nof two lines"))
                .id();
        Page page = browser.open("#/post/" + post);
        assertThat(page.getByText("Publication: complete")).isVisible();
        page.locator("summary").click();
        return page;
    }

    private Page feed() {
        FeedmillClient feedmill = browser.client();
        feedmill.follow("look-cleo", "look-dan");
        feedmill.as("look-dan").publishPost(new NewPost("look-dan", "word ".repeat(1_000)));
        String own = feedmill.as("look-cleo")
                .publishPost(new NewPost("look-cleo", "Mine"))
                .id();
        Page page = browser.open("#/feed/look-cleo");
        assertThat(page.locator(".feed li").first()).isVisible();
        assertThat(page.locator(".names li").first()).isVisible();
        feedmill.addReaction(own, "like", "look-dan");
        page.getByLabel("Notifications of look-cleo: 1 new").click();
        assertThat(page.locator(".news li").first()).containsText("look-dan reacted to a post");
        return page;
    }

    private Page overview() {
        browser.storage().queues().send("publish", "<xml/>");
        Page page = browser.open("#/overview");
        assertThat(page.getByText("Workers of the last hour")).isVisible();
        page.getByText("Count messages").click();
        assertThat(page.getByText("Dead-letter messages: ")).isVisible();
        assertThat(page.locator("polyline").first()).isAttached();
        return page;
    }

    private static void picture(Page page, String name) {
        String folder = System.getProperty("console.screenshots", "");
        if (!folder.isEmpty()) {
            page.screenshot(new Page.ScreenshotOptions()
                    .setPath(Path.of(folder, name + ".png"))
                    .setFullPage(true));
        }
    }

    private static String axe() throws IOException {
        try (InputStream script =
                Objects.requireNonNull(AxeBuilder.class.getClassLoader().getResourceAsStream("axe.min.js"))) {
            return new String(script.readAllBytes(), UTF_8);
        }
    }
}
