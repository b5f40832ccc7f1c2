package io.feedmill.bench.stack;

import java.net.URI;
import java.util.Map;
import java.util.TreeMap;

/** Where clients find their store and their queues. */
public record Endpoints(URI dynamoDb, URI queues) {

    /** The same queues and another store before or instead of this one. */
    public Endpoints withStore(URI store) {
        return new Endpoints(store, queues);
    }

    /** As the standard AWS settings have them, with the variables besides. */
    Map<String, String> with(Map<String, String> variables) {
        Map<String, String> all = new TreeMap<>(variables);
        all.put("AWS_ENDPOINT_URL_DYNAMODB", dynamoDb.toString());
        all.put("AWS_ENDPOINT_URL_SQS", queues.toString());
        return all;
    }
}
