package io.feedmill.bench.streamframework;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** What {@code driver.py} is asked: its methods of the same names say what they do. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "do")
@JsonSubTypes({
    @JsonSubTypes.Type(name = "graph", value = Request.Graph.class),
    @JsonSubTypes.Type(name = "start", value = Request.Start.class),
    @JsonSubTypes.Type(name = "clear", value = Request.Clear.class),
    @JsonSubTypes.Type(name = "publish", value = Request.Publish.class),
    @JsonSubTypes.Type(name = "kill", value = Request.Kill.class),
    @JsonSubTypes.Type(name = "pages", value = Request.Pages.class)
})
sealed interface Request {

    record Graph(String file) implements Request {}

    record Start(int workers) implements Request {}

    record Clear() implements Request {}

    /**
     * A post of each author.
     *
     * @param chunk followers of whom one task takes care
     */
    record Publish(List<Integer> authors, String text, int chunk) implements Request {}

    /** As {@link Publish}; a worker is killed after that share of the deliveries, from 0 to 1. */
    record Kill(List<Integer> authors, String text, int chunk, double after) implements Request {}

    record Pages(List<Integer> users, int limit) implements Request {}

    default String toJson() {
        return JsonMapper.shared().writeValueAsString(this);
    }
}
