package io.feedmill.bench.streamframework;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class RequestTest {

    @Test
    void namesTheDriversMethodAndItsArguments() {
        assertSays(new Request.Graph("/a b"), "{'do': 'graph', 'file': '/a b'}");
        assertSays(new Request.Start(2), "{'do': 'start', 'workers': 2}");
        assertSays(new Request.Clear(), "{'do': 'clear'}");
        assertSays(
                new Request.Publish(List.of(7, 7), "x", 100),
                "{'do': 'publish', 'authors': [7, 7], 'text': 'x', 'chunk': 100}");
        assertSays(
                new Request.Kill(List.of(7), "x", 100, 0.5),
                "{'do': 'kill', 'authors': [7], 'text': 'x', 'chunk': 100, 'after': 0.5}");
        assertSays(new Request.Pages(List.of(1, 2), 50), "{'do': 'pages', 'users': [1, 2], 'limit': 50}");
    }

    @Test
    void takesOneLine() {
        assertThat(new Request.Publish(List.of(1), "two\nlines", 100).toJson()).doesNotContain("\n");
    }

    private static void assertSays(Request request, String json) {
        JsonMapper mapper = JsonMapper.shared();
        assertThat(mapper.readTree(request.toJson())).isEqualTo(mapper.readTree(json.replace('\'', '"')));
    }
}
