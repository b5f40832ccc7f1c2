package io.feedmill.chaos.fuzz;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The calls that an API has: what it answers at {@code /actuator/mappings}, if it exposes that. */
public final class CallInventory {
    private static final String CALLS = "/v1/";

    private CallInventory() {}

    /** Returns the calls that are only in the API or only in {@link ApiCall}; the URL is that of the API's management port. */
    public static Set<String> differences(URI management) throws IOException, InterruptedException {
        Set<String> fuzzed = Stream.of(ApiCall.values()).map(ApiCall::title).collect(Collectors.toSet());
        Set<String> differences = new TreeSet<>(served(management));
        Set<String> both = Stream.of(ApiCall.values())
                .map(ApiCall::title)
                .filter(differences::contains)
                .collect(Collectors.toSet());
        differences.addAll(fuzzed);
        differences.removeAll(both);
        return differences;
    }

    private static Set<String> served(URI management) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(management.resolve("/actuator/mappings"))
                    .build();
            JsonNode contexts = JsonMapper.shared()
                    .readTree(http.send(request, BodyHandlers.ofString()).body())
                    .path("contexts");
            return contexts.values().stream()
                    .flatMap(context -> context.path("mappings").path("dispatcherServlets").values().stream())
                    .flatMap(servlet -> servlet.values().stream())
                    .map(mapping -> mapping.path("details").path("requestMappingConditions"))
                    .flatMap(CallInventory::titles)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static Stream<String> titles(JsonNode mapping) {
        return mapping.path("patterns").values().stream()
                .map(pattern -> pattern.asString(""))
                .filter(pattern -> pattern.startsWith(CALLS))
                .flatMap(pattern ->
                        mapping.path("methods").values().stream().map(method -> method.asString("") + " " + pattern));
    }
}
