package io.feedmill.faults;

import io.feedmill.faults.http.HttpCall;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.Permission;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The permissions that applications have used: those whose SDK sends an id ({@code AWS_SDK_UA_APP_ID}). Thread-safe. */
final class UsedPermissions {
    private static final Pattern APPLICATION = Pattern.compile(" app/(\\S+)");

    private final Map<String, Set<Permission>> used = new ConcurrentHashMap<>();

    void add(HttpCall http, ApiCall call) {
        String agent = http.header("User-Agent");
        Matcher application = APPLICATION.matcher(agent == null ? "" : agent);
        if (application.find()) {
            used.computeIfAbsent(application.group(1), first -> ConcurrentHashMap.newKeySet())
                    .addAll(call.permissions());
        }
    }

    Set<Permission> of(String application) {
        return Set.copyOf(used.getOrDefault(application, Set.of()));
    }
}
