package io.feedmill.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import io.feedmill.cli.token.SigningKey.Claims;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.Post.NewPost;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What people do in the console, in Chromium on the embedded stack. */
@Timeout(300)
@Tag("full")
class ConsoleIT {
    private static final String HOSTILE =
            "<script>window.hit = 1</script><img src=x onerror='window.hit = 1'>\u202Etxet \u2067";
    private static final String OPEN_JOB = """
            {"job": "j", "cause": "publication", "state": "DELIVERING", "expected": 100, "delivered": 40, "skipped": 2,
             "skippedBy": {"not-following": 2}, "slices": 2, "pendingSlices": 1, "mode": "push",
             "oldestPending": [{"slice": 4, "attempt": 3, "reason": "throttled"}], "acceptedAt": "2026-03-01T12:00:00Z"}
            """;

    @RegisterExtension
    private final ConsoleBrowser browser = new ConsoleBrowser();

    @Test
    void aPostArrivesInThreeFeedsIsEditedAndRetracted() {
        Page page = browser.open("#/try");
        button(page, "Follow and listen").click();
        assertThat(page.getByText("Live.")).hasCount(3);
        assertThat(button(page, "Notifications of try-dan: none new")).isVisible();
        page.getByLabel("Text").fill("Hello, followers");
        button(page, "Publish").click();
        assertThat(page.locator(".feed li").filter(text("Hello, followers"))).hasCount(3);
        assertThat(page.getByText("Arrived in 3 of 3 feeds")).isVisible();
        Page feed = browser.open("#/feed/try-dan");
        assertThat(feed.locator(".feed li").first()).containsText("Hello, followers");

        page.getByText("See the post").click();
        assertThat(page.getByText("Publication: complete")).isVisible();
        page.getByText("Edit", exactly()).click();
        page.getByLabel("Text of the next version").fill("Hello again");
        button(page, "Save").click();
        assertThat(page.getByText("Edit: complete")).isVisible();
        assertThat(feed.locator(".feed li").first()).containsText("Hello again");

        button(page, "Retract…").click();
        button(page, "Retract").click();
        assertThat(page.getByText("Retraction: complete")).isVisible();
        assertThat(page.getByText("The post was retracted for good")).isVisible();
        assertThat(feed.locator(".feed li").filter(text("Hello again"))).hasCount(0);
    }

    @Test
    void olderPostsFollowAPageAtATime() {
        FeedmillClient feedmill = browser.client();
        feedmill.follow("page-ben", "page-ann");
        for (int i = 1; i <= 53; i++) {
            feedmill.as("page-ann").publishPost(new NewPost("page-ann", "Post %d.".formatted(i)));
        }
        Page page = browser.open("#/feed/page-ben");
        assertThat(page.locator(".feed").first().locator("li")).hasCount(50);
        button(page, "Older posts").click();
        assertThat(page.getByText("3 older posts.")).isVisible();
        assertThat(page.locator(".feed").last().locator("li .text"))
                .hasText(new String[] {"Post 3.", "Post 2.", "Post 1."});
        assertThat(button(page, "Older posts")).isHidden();
    }

    @Test
    void aFeedTellsWhyAPostIsHereAndWhomTheUserFollows() {
        FeedmillClient feedmill = browser.client();
        String post = feedmill.as("why-ann")
                .publishPost(new NewPost("why-ann", "Before"))
                .id();
        Page page = browser.open("#/feed/why-ben");
        page.getByLabel("Id of a post").fill(post);
        button(page, "Ask").click();
        assertThat(page.getByText("Not a recipient:")).isVisible();
        page.getByLabel("Author").fill("why-ann");
        button(page, "Follow").click();
        assertThat(page.locator(".names li")).hasText(new String[] {"why-ann Unfollow"});
        assertThat(page.locator(".feed li")).hasCount(1);
        button(page, "Ask").click();
        assertThat(page.getByText("Delivered: the home feed has the post.")).isVisible();
        button(page, "Unfollow why-ann").click();
        assertThat(page.locator(".names li")).hasCount(0);
        assertThat(page.locator(".feed li")).hasCount(0);
    }

    @Test
    void theBellTellsWhatIsNewUntilItIsShown() {
        FeedmillClient feedmill = browser.client();
        String post = feedmill.as("bell-ann")
                .publishPost(new NewPost("bell-ann", "Ring"))
                .id();
        Page page = browser.open("#/feed/bell-ann");
        assertThat(bell(page, "none")).hasText("");
        feedmill.addReaction(post, "like", "bell-ben");
        assertThat(bell(page, "1")).hasText("1");
        feedmill.follow("bell-cleo", "bell-ann");
        bell(page, "2").click();
        Locator news = page.locator(".news li");
        assertThat(news).containsText(new String[] {"bell-cleo followed this user", "bell-ben reacted to a post"});
        assertThat(news.last()).containsText(Pattern.compile("New · .* · 1 like · Post.*Ring"));
        assertThat(bell(page, "none")).hasAttribute("aria-expanded", "true");

        feedmill.addReaction(post, "love", "bell-dan");
        bell(page, "1").click();
        assertThat(news.first()).isHidden();
        bell(page, "1").click();
        assertThat(news.first()).containsText("bell-dan, bell-ben reacted to a post");
        assertThat(news.filter(text("New"))).hasCount(1);
        assertThat(bell(page, "none")).isVisible();
    }

    private static Locator bell(Page page, String count) {
        return button(page, "Notifications of bell-ann: %s new".formatted(count));
    }

    @Test
    void aCutStreamIsShownAndTakenUp() {
        FeedmillClient feedmill = browser.client();
        feedmill.follow("cut-ben", "cut-ann");
        Page page = browser.open("#/feed/cut-ben");
        assertThat(page.getByText("Live.")).isVisible();
        browser.killApi();
        assertThat(page.getByText("The stream was cut")).isVisible();
        browser.startApi();
        feedmill.as("cut-ann").publishPost(new NewPost("cut-ann", "Afterwards"));
        assertThat(page.getByText("Live.")).isVisible();
        assertThat(page.locator(".feed li")).containsText("Afterwards");
    }

    @Test
    void textsAreShownAsTexts() {
        FeedmillClient feedmill = browser.client();
        String text = HOSTILE + "x".repeat(10_000 - HOSTILE.length());
        feedmill.follow("text-ben", "text-ann");
        String post = feedmill.as("text-ann")
                .publishPost(new NewPost("text-ann", text))
                .id();
        for (String fragment : List.of("#/feed/text-ben", "#/post/" + post)) {
            Page page = browser.open(fragment);
            assertThat(page.locator(".text bdi")).hasText(text);
            assertThat(page.locator("main script, main img")).hasCount(0);
            assertThat(page.evaluate("window.hit ?? null")).isNull();
        }
    }

    @Test
    void thePolicyStopsMarkupFromTexts() {
        Page page = browser.open("");
        assertThatThrownBy(() -> page.evaluate("document.body.innerHTML = '<b>x</b>'"))
                .isInstanceOf(PlaywrightException.class)
                .hasMessageContaining("TrustedHTML");
        page.evaluate("document.body.setAttribute('style', 'color: red')");
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            page.evaluate("0"); // lets the driver take the messages
            assertThat(browser.takeReports()).anyMatch(report -> report.contains("style-src"));
        });
        browser.takeReports();
    }

    @Test
    void unknownPostsAndUsersAreSentences() {
        Page page = browser.open("#/post/1111111111111111111111");
        assertThat(page.locator(".failure")).containsText("Post not found");
        page = browser.open("#/post/no%20id");
        assertThat(page.locator(".failure")).not().hasText("");
        page = browser.open("#/feed/nobody-at-all");
        assertThat(page.getByText("the feed of an unknown user is empty")).isVisible();
        page = browser.open("#/feed/no%20user");
        assertThat(page.locator(".cut")).containsText("Invalid user id");
        page = browser.open("#/reports/209901010000");
        assertThat(page.locator(".failure")).containsText("Report not found");
    }

    @Test
    void withoutATokenThePageSaysHowToGetOne() {
        Page page = browser.open("#/overview", "");
        assertThat(page.getByRole(AriaRole.ALERT)).hasText("The console needs a token: this tab has none.");
        assertThat(page.locator("pre")).containsText("./feedmill token console --service --scope");
        assertThat(page.locator("nav a")).hasCount(0);
        page.getByLabel("Token").fill("nonsense");
        button(page, "Use it").click();
        assertThat(page.locator(".failure")).containsText("Invalid token");
        page.getByLabel("Token").fill(ConsoleBrowser.token("eve", Duration.ofSeconds(-1), "feed"));
        button(page, "Use it").click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("The token of eve expired at");
        page.getByLabel("Token").fill(ConsoleBrowser.token("eve", Duration.ofHours(1), "feed") + "x");
        button(page, "Use it").click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("This page needs a token with the scope admin");
        ConsoleBrowser.go(page, "#/feed");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("The token is not valid");
        ConsoleBrowser.go(page, "#/overview");
        page.getByLabel("Token").fill(ConsoleBrowser.token("ops", Duration.ofHours(1), "admin"));
        button(page, "Use it").click();
        assertThat(page.locator("h1")).hasText("Overview");
    }

    @Test
    void theLinkToThePageStaysOnThePage() {
        Page page = browser.open("#/reports");
        page.getByText("Skip to the page").focus();
        page.keyboard().press("Enter");
        assertThat(page.locator("h1")).hasText("Reports");
        assertThat(page.locator("main")).isFocused();
    }

    @Test
    void aLinkMakesNoTabAnotherCaller() {
        Page page = browser.open("");
        assertThat(page.locator("#caller")).containsText("console");
        String other = ConsoleBrowser.token("mallory", Duration.ofHours(1), "feed");
        page.evaluate("token => location.hash = '#token=' + token", other);
        assertThat(page).hasURL(browser.api() + "/console/");
        assertThat(page.locator("#caller")).containsText("console");
    }

    @Test
    void aTokenThatExpiresOnAPageIsAskedForAgain() {
        Page page = browser.open("", ConsoleBrowser.token("short", Duration.ofSeconds(8), "feed"));
        assertThat(page.getByText("Home feed of short")).isVisible();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("The token of short expired at");
    }

    @Test
    void theTokenLeavesTheAddressAndStaysInItsTab() {
        Page page = browser.open("");
        assertThat(page.url()).isEqualTo(browser.api() + "/console/");
        assertThat(page.locator("#caller")).containsText("console · expires in 12 h");
        page.reload();
        assertThat(page.locator("#caller")).containsText("console");
        Page other = browser.open("", "");
        assertThat(other.getByText("this tab has none")).isVisible();
        button(page, "Forget the token").click();
        assertThat(page.getByText("this tab has none")).isVisible();
    }

    @Test
    void aUserIsNotOfferedWhatTheTokenMayNotDo() {
        FeedmillClient feedmill = browser.client();
        String post = feedmill.as("own-ann")
                .publishPost(new NewPost("own-ann", "Mine"))
                .id();
        String token = ConsoleBrowser.token("own-ben", Duration.ofHours(1), Claims.OF_USERS.toArray(String[]::new));
        Page page = browser.open("", token);
        assertThat(page.locator("h1")).hasText("Feed");
        assertThat(page.locator("nav a")).hasText(new String[] {"Post", "Feed"});
        assertThat(page.getByText("Home feed of own-ben")).isVisible();
        for (String fragment : List.of("#/overview", "#/reports", "#/try")) {
            ConsoleBrowser.go(page, fragment);
            assertThat(page.getByRole(AriaRole.ALERT)).containsText("This page needs a token with the scope");
        }
        ConsoleBrowser.go(page, "#/post/" + post);
        assertThat(page.getByText("Only the author and administrators see more."))
                .isVisible();
        assertThat(page.getByText("Edit", exactly())).hasCount(0);
        assertThat(button(page, "Retract…")).hasCount(0);
    }

    @Test
    void aPostShowsItsPendingSlicesAndWhyTheyWait() {
        FeedmillClient feedmill = browser.client();
        String post = feedmill.as("bar-ann")
                .publishPost(new NewPost("bar-ann", "Slow"))
                .id();
        browser.context().route("**/jobs?*", route -> answer(route, "{\"items\": [" + OPEN_JOB + "]}"));
        browser.context().route("**/fanout?*", route -> answer(route, OPEN_JOB));
        Page page = browser.open("#/post/" + post);
        assertThat(page.getByRole(AriaRole.PROGRESSBAR)).hasAttribute("value", "42");
        assertThat(page.getByText("2 (2 not-following)")).isVisible();
        assertThat(page.locator("tbody td")).hasText(new String[] {"4", "3", "writes were throttled"});
    }

    @Test
    void deadLetterMessagesAreRedrivenDryAndForReal() {
        browser.storage().queues().send("upkeep", "<xml/>");
        Page page = browser.open("#/overview");
        Locator row = page.locator("tr").filter(text("upkeepnot-json"));
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            button(page, "Count messages").click();
            page.getByText("Dead-letter messages: ").waitFor();
            return row.count() == 1;
        });
        button(page, "Dry run of upkeep, not-json").click();
        assertThat(row).containsText("Would move 1.");
        button(page, "Redrive upkeep, not-json").click();
        button(page, "Cancel").click();
        assertThat(row).not().containsText("Moved");
        button(page, "Redrive upkeep, not-json").click();
        button(page, "Redrive").click();
        assertThat(row).containsText("Moved 1.");
    }

    @Test
    void overviewShowsWorkersAndDrawsAllDeliveries() {
        FeedmillClient feedmill = browser.client();
        feedmill.follow("line-ben", "line-ann");
        Page page = browser.open("#/overview");
        assertThat(page.getByText("Workers of the last hour")).isVisible();
        assertThat(page.locator("tbody tr").first()).containsText("store closed");
        assertThat(page.locator("figcaption").first()).containsText("Deliveries a second now ");
        String post = feedmill.as("line-ann")
                .publishPost(new NewPost("line-ann", "Counted"))
                .id();
        assertThat(page.locator("figcaption").first()).containsText(Pattern.compile("now [0-9.]*[1-9], highest"));
        assertThat(page.locator("figcaption").first()).containsText("now 0, highest ");
        assertThat(page.locator("figure polyline").first()).not().hasAttribute("points", "");
        assertThat(page.locator("tr").filter(text(post))).containsText("complete10");
        page.getByText(post).click();
        assertThat(page.getByText("Publication: complete")).isVisible();
    }

    /** A worker that has begun since counts from 0; one that has ended or is gone adds nothing, and takes nothing away. */
    @Test
    void overviewAddsTheGrowthOfWorkersThatComeAndGo() {
        AtomicInteger look = new AtomicInteger();
        browser.context()
                .route(
                        "**/v1/admin/workers",
                        route -> answer(route, "{\"items\": [%s]}".formatted(workers(look.getAndIncrement()))));
        Locator rate = browser.open("#/overview").locator("figcaption").first();
        assertThat(rate).containsText(Pattern.compile("now \\d+,\\d{3}"));
        assertThat(rate).containsText("now 20, highest ");
    }

    /** At each look five seconds later: one that delivers 20 a second; one that ended after 1,000; from the third look on one with 600,000 since its start. */
    private static String workers(int look) {
        String worker = """
                {"worker": "%s", "at": "2026-03-01T12:00:%02dZ", "age": "PT1S", "version": "1", "notes": 0, "waits": {},
                 "breakers": {}, "open": {}, "deliveries": %d, "newest": []}""";
        String steady = worker.formatted("steady", 5 * look, 500 + 100 * look);
        String ended = worker.formatted("ended", 0, 1_000);
        String begun = worker.formatted("begun", 5 * look, 600_000);
        return switch (look) {
            case 0, 1 -> steady + "," + ended;
            case 2 -> steady + "," + ended + "," + begun;
            default -> steady + "," + begun;
        };
    }

    @Test
    void aFailureIsShownInTheWordsOfTheApi() {
        Page page = browser.open("#/try");
        page.getByLabel("Follower 1").fill("try-ann");
        button(page, "Follow and listen").click();
        assertThat(page.locator(".failure")).not().hasText("");
        page = browser.open("#/reports");
        browser.context().setOffline(true);
        button(page, "Request a report").click();
        // The list of reports may not have been read yet: then it has failed, too.
        assertThat(page.locator(".failure").first()).hasText("The API does not answer.");
    }

    @Test
    void aRequestedReportAppearsWithItsLines() {
        Page page = browser.open("#/reports");
        // A worker that has just started may not have looked for reports yet: then there is no id.
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            button(page, "Request a report").click();
            page.getByText("appears when a worker has made it.").waitFor();
            return page.locator(".result a").count() == 1;
        });
        // The hourly report may have been due before: then the event is in that one.
        await().atMost(Duration.ofMinutes(1)).until(() -> reports().stream().anyMatch(this::hasReportedLine));
    }

    private List<String> reports() {
        Page list = browser.open("#/reports");
        list.getByText(Pattern.compile("Reports, newest first|No report was made yet"))
                .waitFor();
        List<String> reports = list.locator("tbody a").all().stream()
                .map(report -> report.getAttribute("href"))
                .toList();
        list.close();
        return reports;
    }

    private boolean hasReportedLine(String report) {
        Page lines = browser.open(report);
        lines.locator("h2").waitFor();
        int found = lines.locator("tbody tr")
                .filter(text("sum-ann"))
                .filter(text("1,234"))
                .count();
        lines.close();
        return found == 1;
    }

    @Test
    void theFirstPageIsSmall() {
        List<Request> requests = new CopyOnWriteArrayList<>();
        browser.context().onRequestFinished(requests::add);
        Page page = browser.open("", "");
        page.waitForLoadState();
        long bytes = requests.stream()
                .mapToLong(request -> request.sizes().responseBodySize)
                .sum();
        System.out.printf("first page: %d requests, %d bytes%n", requests.size(), bytes);
        assertThat(requests).hasSizeBetween(5, 15);
        assertThat(bytes).isBetween(1_000L, 32_000L);
    }

    private static void answer(Route route, String json) {
        route.fulfill(
                new Route.FulfillOptions().setContentType("application/json").setBody(json));
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new GetByRoleOptions().setName(name).setExact(true));
    }

    private static Locator.FilterOptions text(String text) {
        return new Locator.FilterOptions().setHasText(text);
    }

    private static Page.GetByTextOptions exactly() {
        return new Page.GetByTextOptions().setExact(true);
    }
}
