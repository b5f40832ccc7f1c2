package io.feedmill.api.notification;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.TestTokens;
import io.feedmill.api.security.Scope;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Notifications over HTTP. */
@ApiTest
record NotificationsIT(Http http) {
    private static String path(String user) {
        return "/v1/users/" + user + "/notifications";
    }

    private String send(String user, String json) {
        Answer answer = http.post(path(user), json);
        assertThat(answer.body()).isEmpty();
        assertThat(answer.status()).isEqualTo(204);
        return http.get(path(user)).items("id").getFirst();
    }

    private String unseen(String user) {
        return http.user(user, Scope.FEED).get(path(user) + ":unseen").body();
    }

    @Test
    void aServiceTellsAUser() {
        send("nt.ann", """
                {"kind": "invoice", "object": "№ 7/a", "actor": "nt.bob", "data": {"due": "today"}}""");
        Answer page = http.user("nt.ann", Scope.FEED).get(path("nt.ann"));
        assertThat(page.json().path("items").path(0).propertyNames())
                .containsExactly("id", "kind", "object", "actors", "more", "at", "seen", "read", "data");
        assertThat(page.body()).contains("""
                "kind":"invoice","object":"№ 7/a","actors":["nt.bob"],"more":false""");
        assertThat(page.body()).endsWith("""
                "seen":false,"read":false,"data":{"due":"today"}}],"end":"complete"}""");
    }

    /** The mark is the time of what was shown: what came meanwhile stays unseen. */
    @Test
    void whatWasShownIsSeenWhatComesIsNot() {
        send("nt.cid", "{\"kind\":\"invoice\",\"object\":\"1\"}");
        String shown = http.get(path("nt.cid")).items("at").getFirst();
        send("nt.cid", "{\"kind\":\"invoice\",\"object\":\"2\"}");
        assertThat(unseen("nt.cid")).isEqualTo("{\"unseen\":2,\"more\":false}");
        assertThat(see("nt.cid", shown).status()).isEqualTo(204);
        assertThat(unseen("nt.cid")).isEqualTo("{\"unseen\":1,\"more\":false}");
        assertThat(http.get(path("nt.cid")).items("seen")).containsExactly("false", "true");
        see("nt.cid", "1999-01-01T00:00:00Z");
        assertThat(unseen("nt.cid")).isEqualTo("{\"unseen\":1,\"more\":false}");
        see("nt.cid", http.get(path("nt.cid")).items("at").getFirst());
        assertThat(unseen("nt.cid")).isEqualTo("{\"unseen\":0,\"more\":false}");
        send("nt.cid", "{\"kind\":\"invoice\",\"object\":\"1\"}");
        assertThat(http.get(path("nt.cid")).items("object")).containsExactly("1", "2");
        assertThat(unseen("nt.cid")).isEqualTo("{\"unseen\":1,\"more\":false}");
    }

    private Answer see(String user, String until) {
        return http.user(user, Scope.FEED).put(path(user) + ":seen", "{\"until\":\"" + until + "\"}");
    }

    @Test
    void aReadNotificationIsReadUntilItHasNews() {
        String id = send("nt.dan", "{\"kind\":\"invoice\",\"object\":\"1\"}");
        Http dan = http.user("nt.dan", Scope.FEED);
        assertThat(dan.put(path("nt.dan") + "/" + id + ":read").status()).isEqualTo(204);
        assertThat(dan.get(path("nt.dan")).items("read")).containsExactly("true");
        send("nt.dan", "{\"kind\":\"invoice\",\"object\":\"1\"}");
        assertThat(dan.get(path("nt.dan")).items("read")).containsExactly("false");
    }

    @Test
    void aWalkHasPagesWithCursorsOfTheirUser() {
        for (int i = 0; i < 5; i++) {
            send("nt.eve", "{\"kind\":\"invoice\",\"object\":\"" + i + "\"}");
        }
        assertThat(http.walk(path("nt.eve") + "?limit=2", "object")).containsExactly("4", "3", "2", "1", "0");
        String next = http.get(path("nt.eve") + "?limit=2").next().orElseThrow();
        assertThat(http.get(path("nt.fay") + "?cursor=" + next).problem()).isEqualTo("invalid-cursor");
    }

    @Test
    void isNotForAnotherUser() {
        String id = send("nt.gil", "{\"kind\":\"invoice\",\"object\":\"1\"}");
        Http other = http.user("nt.hal", Scope.FEED);
        for (Answer answer : List.of(
                other.get(path("nt.gil")),
                other.get(path("nt.gil") + ":unseen"),
                other.put(path("nt.gil") + ":seen", "{\"until\":\"2026-01-01T00:00:00Z\"}"),
                other.put(path("nt.gil") + "/" + id + ":read"))) {
            assertThat(answer.problem()).isEqualTo("insufficient-scope");
        }
        assertThat(other.put(path("nt.hal") + "/" + id + ":read").problem()).isEqualTo("notification-not-found");
        assertThat(http.get(path("nt.gil")).items("read")).containsExactly("false");
    }

    @Test
    void onlyServicesTell() {
        Http user = http.as(TestTokens.sign(
                TestTokens.claims("nt.ida", Scope.values()).claim("azp", "app").build()));
        String event = "{\"kind\":\"invoice\",\"object\":\"1\"}";
        assertThat(user.post(path("nt.ida"), event).problem()).isEqualTo("insufficient-scope");
        assertThat(http.service(Scope.FEED).post(path("nt.ida"), event).problem())
                .isEqualTo("insufficient-scope");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'kind':'Invoice','object':'1'} | kind",
                "{'kind':'','object':'1'} | kind",
                "{'kind':'a23456789012345678901234567890123','object':'1'} | kind",
                "{'kind':'reaction','object':'1'} | kind",
                "{'kind':'mention','object':'1'} | kind",
                "{'kind':'follow','object':'1'} | kind",
                "{'kind':'request','object':'1'} | kind",
                "{'kind':'a','object':''} | object",
                "{'kind':'a','object':'a\\tb'} | object",
                "{'kind':'a','object':'\\ud83d'} | object",
                "{'kind':'a'} | object",
                "{'object':'a'} | kind",
                "{'kind':'a','object':'1','data':[]} | data",
                "{'kind':'a','object':'1','other':1} | other",
            })
    void refusesInvalidEvents(String json, String field) {
        Answer answer = http.post(path("nt.jo"), json.replace('\'', '"'));
        assertThat(answer.problem()).isEqualTo("invalid-body");
        assertThat(answer.text("detail")).contains(field);
    }

    @Test
    void takesUpTo512BytesOfDataAnd128Characters() {
        String data = "{\"kind\":\"a\",\"object\":\"%s\",\"data\":{\"n\":\"%s\"}}";
        String longest = "😀".repeat(64);
        String id = send("nt.kim", data.formatted(longest, "é".repeat(252)));
        assertThat(http.put(path("nt.kim") + "/" + id + ":read").status()).isEqualTo(204);
        assertThat(http.get(path("nt.kim")).items("object")).containsExactly(longest);
        assertThat(http.post(path("nt.kim"), data.formatted(longest, "é".repeat(252) + "e"))
                        .text("detail"))
                .isEqualTo("Invalid data: use up to 512 bytes of JSON without white space, not 513.");
        assertThat(http.post(path("nt.kim"), data.formatted(longest + "a", "")).problem())
                .isEqualTo("invalid-body");
    }

    @Test
    void refusesInvalidUsers() {
        String event = "{\"kind\":\"a\",\"object\":\"1\",\"actor\":\"a b\"}";
        assertThat(http.post(path("nt.lea"), event).problem()).isEqualTo("invalid-user");
        assertThat(http.post(path("a%20b"), "{\"kind\":\"a\",\"object\":\"1\"}").problem())
                .isEqualTo("invalid-user");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "2026-01-01", "1969-01-01T00:00:00Z"})
    void refusesMarksThatAreNoTimes(String until) {
        assertThat(see("nt.max", until).problem()).isEqualTo("invalid-body");
    }

    @Test
    void refusesMarksOfTheFuture() {
        assertThat(see("nt.ned", Instant.now().plusSeconds(50).toString()).status())
                .isEqualTo(204);
        assertThat(see("nt.ned", Instant.now().plusSeconds(90).toString()).problem())
                .isEqualTo("invalid-body");
        send("nt.ned", "{\"kind\":\"invoice\",\"object\":\"1\"}");
        assertThat(unseen("nt.ned")).isEqualTo("{\"unseen\":1,\"more\":false}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "bWFya3M", "aW52b2ljZSM3", "_", "%F0%9F%98%80", "aW52b2ljZSM3IzM"})
    void anUnknownIdIsNoNotification(String id) {
        assertThat(http.put(path("nt.oda") + "/" + id + ":read").problem()).isEqualTo("notification-not-found");
        assertThat(http.put(path("nt.oda") + "/" + "a".repeat(2_000) + ":read").problem())
                .isEqualTo("notification-not-found");
    }

    @Test
    void takesNoOtherOptions() {
        assertThat(http.get(path("nt.pia") + "?limit=101").problem()).isEqualTo("invalid-parameter");
        assertThat(http.get(path("nt.pia") + ":unseen?limit=1").problem()).isEqualTo("invalid-parameter");
        assertThat(http.post(path("nt.pia") + "?viewer=nt.pia", "{\"kind\":\"a\",\"object\":\"1\"}")
                        .problem())
                .isEqualTo("invalid-parameter");
    }
}
