package io.feedmill.api.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.storage.StorageException;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;
import org.springframework.stereotype.Component;

/** Decides before any controller which call a request makes, as whom, and whether its caller may make it. */
@Component
record CallAuthorization(
        Calls calls, Callers callers, SecuritySettings settings, ClockOffset offset, MonotonicTicks ticks)
        implements AuthorizationManager<RequestAuthorizationContext> {
    record Refused(ProblemException problem) implements AuthorizationResult {
        @Override
        public boolean isGranted() {
            return false;
        }
    }

    @Override
    public AuthorizationResult authorize(
            Supplier<? extends @Nullable Authentication> authentication, RequestAuthorizationContext context) {
        HttpServletRequest request = context.getRequest();
        Optional<Calls.Request> found = calls.find(request);
        Authentication known = authentication.get();
        if (found.isEmpty() || known == null || known instanceof AnonymousAuthenticationToken) {
            return new AuthorizationDecision(false);
        }
        try {
            requireClock(request);
            Callers.set(request, permitted(found.get(), callers.of(known), viewer(request)));
            return new AuthorizationDecision(true);
        } catch (ProblemException e) {
            return new Refused(e);
        } catch (StorageException e) {
            return new Refused(ProblemException.of(e));
        }
    }

    /** What a process stores with a wrong time, others read by theirs. */
    private void requireClock(HttpServletRequest request) {
        if ((offset.isFarOff() || ticks.isAhead()) && !Set.of("GET", "HEAD").contains(request.getMethod())) {
            throw ProblemException.ofWrongClock();
        }
    }

    /** Returns the caller who makes the call, for the viewer that it names. */
    private Caller permitted(Calls.Request request, Caller sender, @Nullable String viewer) {
        HttpCall call = request.call();
        sender.rights().requireActive(sender.name());
        Caller caller = viewer == null ? sender : sender.reading(sender.actAs("viewer", viewer));
        if (call.anyOwner() != null && caller.isEntitledTo(call.anyOwner())) {
            return caller;
        }
        if (!caller.has(call.scope())) {
            throw Caller.refusal(
                    call.scope(),
                    "The call needs a token with the scope " + call.scope().value() + ".");
        }
        String owner = call.ownerIn(request.variables());
        if (owner != null) {
            caller.requireActsAs(owner);
        }
        if (call.isOfAuthor() && caller.isService() && caller.viewer() == null && settings.viewerRequired()) {
            throw new ProblemException(
                    ProblemType.VIEWER_REQUIRED,
                    "A service says by 'viewer' for which user it changes what is stored.");
        }
        return caller;
    }

    /** Returns the parameter of the query, never of a form; repeated values are joined by commas, which makes them invalid. */
    private static @Nullable String viewer(HttpServletRequest request) {
        String query = request.getQueryString();
        if (query == null) {
            return null;
        }
        List<String> values = Arrays.stream(query.split("&"))
                .map(pair -> URLDecoder.decode(pair, UTF_8))
                .filter(pair -> pair.equals("viewer") || pair.startsWith("viewer="))
                .map(pair -> pair.substring(Math.min(pair.length(), "viewer=".length())))
                .toList();
        return values.isEmpty() ? null : String.join(",", values);
    }
}
