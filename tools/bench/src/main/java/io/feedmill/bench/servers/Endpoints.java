package io.feedmill.bench.servers;

import io.feedmill.emulators.EmulatorProcesses;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;

/** The addresses of store and queues. */
public record Endpoints(URI dynamoDb, URI queues) {

    public static Endpoints of(EmulatorProcesses servers) {
        return new Endpoints(servers.dynamoDb().endpoint(), servers.queues().endpoint());
    }

    /** Adds them to the variables, by the standard names of AWS. */
    Map<String, String> variables(Map<String, String> others) {
        Map<String, String> all = new TreeMap<>(others);
        all.put("AWS_ENDPOINT_URL_DYNAMODB", dynamoDb.toString());
        all.put("AWS_ENDPOINT_URL_SQS", queues.toString());
        return all;
    }
}
