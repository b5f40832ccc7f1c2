package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.InvalidSettingsException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.web.client.ResourceAccessException;

class SecurityProblemsTest {
    private static MockHttpServletResponse answer(RuntimeException cause) throws IOException {
        MockHttpServletResponse answer = new MockHttpServletResponse();
        new SecurityProblems(AllCalls.calls(), new ResourceSettings(null, null))
                .commence(
                        new MockHttpServletRequest("GET", "/v1/feeds/home/ann"),
                        answer,
                        new AuthenticationServiceException("keys", new JwtException("keys", cause)));
        return answer;
    }

    /** A wrong issuer is no outage: the operator has to change settings. */
    @Test
    void aWrongIssuerIsAnotherProblemThanOneThatDoesNotAnswer() throws IOException {
        MockHttpServletResponse wrong = answer(new InvalidSettingsException("secret reason", "action"));
        assertThat(wrong.getStatus()).isEqualTo(503);
        assertThat(wrong.getHeader("Retry-After")).isEqualTo("10");
        assertThat(wrong.getContentAsString())
                .contains("/problems/issuer-invalid")
                .doesNotContain("secret");
        assertThat(answer(new ResourceAccessException("no answer")).getContentAsString())
                .contains("/problems/issuer-unavailable");
    }
}
