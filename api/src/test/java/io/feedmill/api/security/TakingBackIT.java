package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.TestTokens;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.key.PostId;
import io.feedmill.testkit.MemoryStores;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.security.core.annotation.SecurityAnnotationScanners;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Bob may take back what he has stored, whatever Ann has done since: it needs no right to read. */
@ApiTest
class TakingBackIT {
    /** The calls, each with the name of its handler. */
    private static final Set<String> CALLS = Set.of(
            "removeReaction",
            "deleteMessage",
            "retractPost",
            "unfollow",
            "refuseFollow",
            "refuseFollows",
            "removeFollower",
            "unmute",
            "unblock");

    private final Http http;
    private final MemoryStores stores;
    private final RequestMappingHandlerMapping requestMappingHandlerMapping;
    private final String ann = "ann." + UUID.randomUUID();
    private final String bob = "bob." + UUID.randomUUID();

    TakingBackIT(Http http, MemoryStores stores, RequestMappingHandlerMapping requestMappingHandlerMapping) {
        this.http = http;
        this.stores = stores;
        this.requestMappingHandlerMapping = requestMappingHandlerMapping;
    }

    private Answer send(String user, String method, String path) {
        return checked(http.as(token(user)).send(method, path));
    }

    private Answer send(String user, String method, String path, String json) {
        return checked(http.as(token(user)).send(method, path, json));
    }

    private static Answer checked(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isBetween(200, 204);
        return answer;
    }

    private static String token(String user) {
        return TestTokens.user(user, Scope.FEED, Scope.FOLLOW, Scope.POST, Scope.REACT, Scope.ROOM);
    }

    private String publish(String author) {
        return send(author, "POST", "/v1/posts", Http.newPost(author, "hello")).id();
    }

    /** Has Bob store what the call takes back, and returns its path. */
    private String stored(String call, String post) {
        return switch (call) {
            case "removeReaction" -> put("/v1/posts/" + post + "/reactions/like/" + bob);
            case "retractPost" -> "/v1/posts/" + publish(bob);
            case "deleteMessage" -> "/v1/rooms/" + ann + "/messages/" + say();
            case "unfollow" -> put("/v1/users/" + bob + "/following/" + ann);
            case "refuseFollow" -> follower() + "/requests/" + ann;
            case "refuseFollows" -> follower() + "/requests";
            case "removeFollower" -> follower() + "/followers/" + ann;
            case "unmute" -> put("/v1/users/" + bob + "/muted/" + ann);
            case "unblock" -> put("/v1/users/" + bob + "/blocked/" + ann);
            default -> throw new IllegalArgumentException(call);
        };
    }

    /** Has Ann follow Bob, or ask to, and returns Bob's path. */
    private String follower() {
        send(ann, "PUT", "/v1/users/" + ann + "/following/" + bob);
        return "/v1/users/" + bob;
    }

    private String put(String path) {
        send(bob, "PUT", path);
        return path;
    }

    private String say() {
        return send(bob, "POST", "/v1/rooms/" + ann + "/messages", "{\"user\":\"" + bob + "\",\"text\":\"hello\"}")
                .id();
    }

    /** What Ann may do since. */
    enum Since {
        NOTHING,
        REMOVES_HIM,
        BLOCKS,
        ASKS,
        NARROWS,
        RETRACTS;

        void happen(TakingBackIT test, String post) {
            String users = "/v1/users/" + test.ann;
            switch (this) {
                case NOTHING -> {}
                case REMOVES_HIM -> test.send(test.ann, "DELETE", users + "/followers/" + test.bob);
                case BLOCKS -> test.send(test.ann, "PUT", users + "/blocked/" + test.bob);
                case ASKS -> test.send(test.ann, "PUT", users + "/follow-policy", "{\"policy\":\"asks\"}");
                case NARROWS ->
                    test.send(test.ann, "PUT", "/v1/posts/" + post + "/permissions", "{\"permissions\":[]}");
                case RETRACTS -> test.send(test.ann, "DELETE", "/v1/posts/" + post);
            }
        }
    }

    @Test
    void theseAreAllCallsThatTakeBack() {
        Set<String> handlers = requestMappingHandlerMapping.getHandlerMethods().entrySet().stream()
                .filter(call -> call.getKey().getMethodsCondition().getMethods().contains(RequestMethod.DELETE))
                .map(call -> call.getValue())
                .filter(call -> Stream.ofNullable(SecurityAnnotationScanners.requireUnique(Access.class)
                                .scan(call.getMethod(), call.getBeanType()))
                        .anyMatch(access -> !access.owner().equals(Access.ALL)))
                .map(HandlerMethod::getMethod)
                .map(method -> method.getName())
                .collect(Collectors.toSet());
        assertThat(handlers).isEqualTo(CALLS);
    }

    @ParameterizedTest
    @EnumSource
    void eachTakesBackWhateverHappenedSince(Since since) {
        for (String call : CALLS) {
            String post = publish(ann);
            String path = stored(call, post);
            since.happen(this, post);
            Answer answer = http.as(token(bob)).delete(path);
            assertThat(answer.status()).as("%s: %s", call, answer.body()).isEqualTo(204);
            assertThat(stores.counters().post(PostId.parse(post))).isEqualTo(PostCounters.ZERO);
            send(bob, "DELETE", "/v1/users/" + bob + "/blocked/" + ann);
            send(ann, "DELETE", "/v1/users/" + ann + "/blocked/" + bob);
            send(ann, "PUT", "/v1/users/" + ann + "/follow-policy", "{\"policy\":\"open\"}");
        }
    }
}
