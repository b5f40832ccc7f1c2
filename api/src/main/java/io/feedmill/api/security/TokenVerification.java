package io.feedmill.api.security;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.proc.SingleKeyJWSKeySelector;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.feedmill.common.key.UserId;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtAudienceValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtDecoderInitializationException;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.JwtTypeValidator;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.SupplierJwtDecoder;

/** Decides which tokens are valid: signed by the right key with ES256 or RS256, in time, for this audience, and with a user's id. */
@Configuration(proxyBeanMethods = false)
class TokenVerification {
    private static final Set<SignatureAlgorithm> ALGORITHMS =
            Set.of(SignatureAlgorithm.ES256, SignatureAlgorithm.RS256);

    @Bean
    JwtDecoder tokens(SecuritySettings settings, Clock clock) {
        return new VerifiedTokens(decoder(settings), clock);
    }

    static JwtDecoder decoder(SecuritySettings settings) {
        String key = settings.publicKeyLocation();
        String issuer = settings.issuerUri();
        if (key != null) {
            return checked(ofKey(PublicKeys.read(key)), settings);
        }
        if (issuer != null) {
            return ofIssuer(issuer, settings);
        }
        throw new IllegalStateException("The settings have neither an issuer nor a key");
    }

    /** The kind of the key decides the algorithm, so that a token cannot. */
    private static NimbusJwtDecoder ofKey(PublicKey key) {
        JWSAlgorithm algorithm = key instanceof ECPublicKey ? JWSAlgorithm.ES256 : JWSAlgorithm.RS256;
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        processor.setJWSKeySelector(new SingleKeyJWSKeySelector<>(algorithm, key));
        // Spring's validators check types and claims.
        processor.setJWSTypeVerifier((type, context) -> {});
        processor.setJWTClaimsSetVerifier((claims, context) -> {});
        return new NimbusJwtDecoder(processor);
    }

    /** Asks the issuer for its keys with the first token, so that the API starts without it. */
    private static JwtDecoder ofIssuer(String issuer, SecuritySettings settings) {
        IssuerClient client = new IssuerClient();
        JwtDecoder decoder = new SupplierJwtDecoder(() -> checked(
                NimbusJwtDecoder.withIssuerLocation(issuer)
                        .jwsAlgorithms(algorithms -> algorithms.addAll(ALGORITHMS))
                        .validateType(false)
                        .restOperations(client)
                        .build(),
                settings));
        return token -> {
            try {
                return decoder.decode(token);
            } catch (JwtDecoderInitializationException e) {
                throw new JwtException("The issuer does not answer", e);
            }
        };
    }

    private static NimbusJwtDecoder checked(NimbusJwtDecoder decoder, SecuritySettings settings) {
        JwtTimestampValidator times = new JwtTimestampValidator();
        times.setAllowEmptyExpiryClaim(false);
        JwtTypeValidator types = new JwtTypeValidator("JWT", "at+jwt");
        types.setAllowEmpty(true);
        List<OAuth2TokenValidator<Jwt>> checks = new ArrayList<>(List.of(
                times, types, new JwtAudienceValidator(settings.audience()), namesItsUser(settings.userClaim())));
        String issuer = settings.issuerUri();
        if (issuer != null) {
            checks.add(new JwtIssuerValidator(issuer));
        }
        decoder.setJwtValidator(JwtValidators.createDefaultWithValidators(checks));
        return decoder;
    }

    /** A user's token holds a valid user id, a service's token any name. */
    private static OAuth2TokenValidator<Jwt> namesItsUser(String claim) {
        OAuth2Error error = new OAuth2Error(
                OAuth2ErrorCodes.INVALID_TOKEN, "The claim '" + claim + "' is not a user id of Feedmill", null);
        return token -> token.getClaims().get(claim) instanceof String name
                        && !name.isBlank()
                        && (UserId.isValid(name) || Callers.scopes(token).contains(Scope.ACT_AS))
                ? OAuth2TokenValidatorResult.success()
                : OAuth2TokenValidatorResult.failure(error);
    }
}
