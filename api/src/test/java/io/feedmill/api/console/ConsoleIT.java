package io.feedmill.api.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ApiTest
record ConsoleIT(Http anybody) {
    ConsoleIT {
        anybody = anybody.as("");
    }

    @Test
    void everybodyGetsThePageWithTheHeadersThatGuardIt() {
        Answer page = anybody.get("/console/");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.body()).contains("<script type=\"module\" src=\"app.js\">");
        assertThat(page.header("Content-Security-Policy").split("; "))
                .contains(
                        "default-src 'none'",
                        "script-src 'self'",
                        "style-src 'self'",
                        "connect-src 'self'",
                        "frame-ancestors 'none'",
                        "require-trusted-types-for 'script'")
                .noneMatch(directive -> directive.matches(".*(unsafe|:|\\*).*"));
        assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(page.header("X-Frame-Options")).isEqualTo("DENY");
        assertThat(page.header("Referrer-Policy")).isEqualTo("no-referrer");
        assertThat(page.header("Cache-Control")).isEqualTo("no-cache");
        assertThat(page.header("Set-Cookie")).isEmpty();
    }

    @Test
    void theHeadersOfThePageAreThoseOfItsHead() {
        Answer head = anybody.send("HEAD", "/console/");
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("Content-Security-Policy")).isEqualTo(ConsoleConfiguration.POLICY);
        assertThat(head.header("X-Frame-Options")).isEqualTo("DENY");
    }

    @ParameterizedTest
    @CsvSource({"app.js, text/javascript", "console.css, text/css", "icon.svg, image/svg+xml"})
    void aFileIsSentAgainOnlyIfItHasChanged(String file, String type) {
        String path = "/console/" + file;
        Answer first = anybody.get(path);
        assertThat(first.header("Content-Type")).startsWith(type);
        assertThat(first.header("Content-Security-Policy")).isEqualTo(ConsoleConfiguration.POLICY);
        Answer second = anybody.send(anybody.request("GET", path).header("If-None-Match", first.header("ETag")));
        assertThat(second.status()).isEqualTo(304);
    }

    @Test
    void everyModuleThatIsImportedIsThere() {
        Pattern imported = Pattern.compile("from \"\\./([a-z]+\\.js)\"");
        List<String> modules = imported.matcher(anybody.get("/console/app.js").body())
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(modules)
                .contains("overview.js")
                .allSatisfy(module ->
                        assertThat(anybody.get("/console/" + module).status()).isEqualTo(200));
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /console/nothing.js, 404",
        "GET, /console/%2e%2e/application.yml, 400",
        "POST, /console/app.js, 405",
        "GET, /v1/posts/x, 401"
    })
    void nothingElseIsOpen(String method, String path, int status) {
        assertThat(anybody.send(method, path).status()).isEqualTo(status);
    }

    @Test
    void theAddressWithoutASlashLeadsThere() {
        Answer answer = anybody.get("/console");
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.header("Location")).isEqualTo("/console/");
    }
}
