package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.TestTokens;
import io.feedmill.api.security.SecretWorld.Secret;
import io.feedmill.testkit.FakeStores;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** No read of any caller shows the id or the text of a post that the caller may not read, and feeds show all others. */
@ApiTest
class SecretsIT {
    private final Http http;
    private final FakeStores stores;

    @Autowired
    SecretsIT(Http http, FakeStores stores) {
        this.http = http;
        this.stores = stores;
    }

    /**
     * A caller.
     *
     * @param query the parameters that name the reader
     * @param reader null: anonymous
     */
    private record Reader(Http http, String query, @Nullable String reader) {}

    private Stream<Reader> readers(SecretWorld world) {
        String someone = world.users().getFirst();
        return Stream.concat(
                world.users().stream()
                        .map(user -> new Reader(http.as(TestTokens.user(user, Scope.FEED, Scope.FOLLOW)), "", user)),
                Stream.of(new Reader(http, "", null), new Reader(http, "&viewer=" + someone, someone)));
    }

    @Test
    void noReadShowsWhatItsCallerMayNotRead() {
        readAll(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 3, 4, 5, 6, 7, 8, 9})
    @Tag("full")
    void norDoesItInOtherWorlds(long seed) {
        readAll(seed);
    }

    private void readAll(long seed) {
        SecretWorld world = new SecretWorld(http, stores, seed);
        world.live(50);
        assertThat(world.posts()).hasSizeGreaterThan(10);
        readers(world).forEach(reader -> {
            for (Call call : CallTable.ALL_CALLS) {
                if (call.method().equals("GET") && !call.isAdmin() && call.scope() != Scope.REPORTS) {
                    paths(call, world, reader).forEach(path -> check(path, world, reader));
                }
            }
        });
    }

    private static Stream<String> paths(Call call, SecretWorld world, Reader reader) {
        String me = reader.reader() == null ? "nobody" : reader.reader();
        String path = call.path()
                .getPatternString()
                .replace("{country}", world.users().getFirst())
                .replaceAll("\\{(room|device|state|city)}", "x")
                .replace("{number}", "1")
                .replace("{user}", me);
        List<String> values =
                path.contains("{id}") ? world.posts().stream().map(Secret::id).toList() : world.users();
        return values.stream()
                .map(value -> path.replaceAll("\\{(id|author)}", value))
                .distinct();
    }

    private static void check(String path, SecretWorld world, Reader reader) {
        List<String> shown = new ArrayList<>();
        String cursor = "";
        do {
            Answer page = reader.http().get(path + "?limit=3" + reader.query() + cursor);
            for (Secret post : world.posts()) {
                if (!world.mayRead(post, reader.reader())) {
                    assertThat(page.body()).as(path).doesNotContain(post.texts());
                    assertThat(path.contains(post.id()) || !page.body().contains(post.id()))
                            .as(path + page.body())
                            .isTrue();
                }
            }
            shown.addAll(page.items(path.contains("/feeds/") ? "post" : "id"));
            cursor = page.next().map(next -> "&cursor=" + next).orElse("");
        } while (!cursor.isEmpty());
        if (path.contains("/feeds/user/")) {
            String author = path.substring("/v1/feeds/user/".length());
            assertThat(shown).as(path).isEqualTo(readable(world, reader, author::equals));
        } else if (path.equals("/v1/feeds/home/" + reader.reader())) {
            String me = String.valueOf(reader.reader());
            assertThat(shown)
                    .as(path)
                    .containsAll(readable(world, reader, author -> author.equals(me) || world.follows(me, author)));
        }
    }

    /** Returns the posts of these authors that the reader may read, newest first. */
    private static List<String> readable(SecretWorld world, Reader reader, Predicate<String> authors) {
        return world.posts().reversed().stream()
                .filter(post -> authors.test(post.author()) && world.mayRead(post, reader.reader()))
                .map(Secret::id)
                .toList();
    }
}
