package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tokens with the claims that the documents of issuers show, none of which has Feedmill's scopes in {@code scope}. */
class TokenScopesTest {
    private static final Set<Scope> USERS = Set.of(Scope.FEED, Scope.POST, Scope.FOLLOW, Scope.REACT);
    private static final String USER_SCOPES = "user-scopes=feed,post,follow,react";

    private static Set<Scope> scopes(Map<String, Object> claims, String... settings) {
        return TestScopes.of(TestScopes.settings(settings)).of(claims);
    }

    @Test
    void aUserOfCognitosSdkHasTheScopesOfUsers() {
        Map<String, Object> claims = Map.of(
                "sub", "aaaa", "token_use", "access", "scope", "aws.cognito.signin.user.admin", "client_id", "web");
        assertThat(scopes(claims)).isEmpty();
        assertThat(scopes(claims, USER_SCOPES)).isEqualTo(USERS);
    }

    @Test
    void aUserOfFirebaseAndSupabaseHasTheScopesOfUsers() {
        Map<String, Object> firebase = Map.of("user_id", "a1", "firebase", Map.of("sign_in_provider", "password"));
        Map<String, Object> supabase = Map.of("sub", "a1", "role", "authenticated", "aal", "aal1");
        assertThat(scopes(firebase, USER_SCOPES)).isEqualTo(USERS);
        assertThat(scopes(supabase, USER_SCOPES)).isEqualTo(USERS);
        assertThat(scopes(supabase, "scope-claims=role", "scope-values=authenticated=feed,authenticated=react"))
                .containsExactlyInAnyOrder(Scope.FEED, Scope.REACT);
    }

    @Test
    void anApplicationOfEntraHasItsRoles() {
        Map<String, Object> daemon = Map.of("azp", "daemon", "roles", List.of("act-as", "Feed.Read.All"));
        String[] settings = {"scope-claims=scp,roles", "scope-values=Feed.Read.All=feed", "services=daemon"};
        assertThat(scopes(daemon)).isEmpty();
        assertThat(scopes(daemon, settings)).containsExactlyInAnyOrder(Scope.ACT_AS, Scope.FEED);
        Map<String, Object> firstVersion = Map.of("appid", "daemon", "roles", List.of("act-as"));
        assertThat(scopes(firstVersion, settings)).containsExactly(Scope.ACT_AS);
        Map<String, Object> user = Map.of("azp", "web", "roles", List.of("act-as"), "scp", "feed post");
        assertThat(scopes(user, settings)).containsExactlyInAnyOrder(Scope.FEED, Scope.POST);
    }

    @Test
    void mappedScopesOfServicesCountOnlyInTheirTokens() {
        Map<String, Object> claims = Map.of("azp", "web", "cognito:groups", List.of("moderators"));
        String[] settings = {"scope-claims=scope,cognito:groups", "scope-values=moderators=admin,moderators=feed"};
        assertThat(scopes(claims, settings)).containsExactly(Scope.FEED);
    }

    @Test
    void theScopesOfUsersAreNoServicesAndAddNothing() {
        assertThat(scopes(Map.of("azp", "daemon"), USER_SCOPES, "services=daemon"))
                .isEmpty();
        assertThat(scopes(Map.of("scope", "openid feed"), USER_SCOPES)).containsExactly(Scope.FEED);
        assertThat(scopes(Map.of("scope", "", "scp", List.of("post")), USER_SCOPES))
                .containsExactly(Scope.POST);
    }
}
