package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.security.SecretWorld.Secret;
import io.feedmill.testkit.MemoryStores;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.bind.annotation.RequestMethod;
import tools.jackson.databind.JsonNode;

/**
 * No read of any caller shows the id or the text of a post that the caller may not read, nor an author's drafts, numbers of followers and lists. Feeds
 * and places show all others, in pages that do not tell what they leave out.
 */
@ApiTest
record SecretsIT(Http http, MemoryStores stores) {
    /**
     * A caller.
     *
     * @param query the parameters that name the reader
     * @param reader null: anonymous, a service that is also an administrator
     */
    private record Reader(Http http, String query, @Nullable String reader) {

        boolean seesAllOf(Secret post) {
            return reader == null || reader.equals(post.author());
        }
    }

    private Stream<Reader> readers(SecretWorld world) {
        Scope[] scopes = {Scope.FEED, Scope.FOLLOW, Scope.ROOM};
        Http service = http.service(scopes);
        String first = world.users.getFirst();
        String last = world.users.getLast();
        return Stream.concat(
                world.users.stream().map(user -> new Reader(http.user(user, scopes), "", user)),
                Stream.of(
                        new Reader(http, "", null),
                        new Reader(http, "&viewer=" + first, first),
                        new Reader(service, "&viewer=" + last, last)));
    }

    @Test
    void noReadShowsWhatItsCallerMayNotRead() {
        readAll(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 3, 4, 5})
    @Tag("full")
    void norDoesItInOtherWorlds(long seed) {
        readAll(seed);
    }

    private void readAll(long seed) {
        SecretWorld world = new SecretWorld(http, stores, seed);
        world.live(90);
        assertThat(world.posts).hasSizeGreaterThan(10);
        readers(world).forEach(reader -> {
            for (HttpCall call : AllCalls.list()) {
                if (call.method() == RequestMethod.GET
                        && call.scope() != Scope.ADMIN
                        && call.scope() != Scope.REPORTS) {
                    paths(call, world, reader).forEach(path -> check(path, world, reader));
                }
            }
        });
    }

    private static Stream<String> paths(HttpCall call, SecretWorld world, Reader reader) {
        if (call.toString().equals("GET /v1/posts")) {
            return Stream.of("/v1/posts?with=reactions,counts&ids="
                    + world.posts.reversed().stream().map(Secret::id).collect(Collectors.joining(",")));
        }
        String me = reader.reader() == null ? "nobody" : reader.reader();
        String path = call.path()
                .getPatternString()
                .replace("{country}", world.users.getFirst())
                .replace("{room}", world.room())
                .replace("{device}", me)
                .replaceAll("\\{(state|city)}", "x")
                .replace("{number}", "1")
                .replace("{user}", me);
        List<String> values =
                path.contains("{id}") ? world.posts.stream().map(Secret::id).toList() : world.users;
        return values.stream()
                .map(value -> path.replaceAll("\\{(id|author)}", value))
                .distinct();
    }

    /** Returns a page of three, or the answer of a call that has no pages. */
    private static Answer read(String path, Reader reader, String cursor) {
        String start = path + (path.contains("?") ? "&" : "?");
        Answer page = reader.http().get(start + "limit=3" + reader.query() + cursor);
        return page.text("detail").contains("'limit' is unknown")
                ? reader.http().get(start + reader.query())
                : page;
    }

    private static void check(String path, SecretWorld world, Reader reader) {
        List<String> shown = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        String cursor = "";
        do {
            Answer page = read(path, reader, cursor);
            for (Secret post : world.posts) {
                if (!world.mayRead(post, reader.reader())) {
                    assertThat(page.body()).as(path).doesNotContain(post.texts());
                    assertThat(path.contains(post.id()) || !page.body().contains(post.id()))
                            .as(path + page.body())
                            .isTrue();
                } else if (!reader.seesAllOf(post)) {
                    checkExposure(path, page.body(), post, world);
                }
            }
            List<String> ids = path.endsWith("/notifications")
                    ? page.json()
                            .path("items")
                            .valueStream()
                            .map(item -> item.path("kind").asString() + " "
                                    + item.path("object").asString())
                            .toList()
                    : path.endsWith("/requests")
                            ? page.json()
                                    .path("items")
                                    .valueStream()
                                    .map(JsonNode::asString)
                                    .toList()
                            : page.items(
                                    path.contains("/feeds/") ? "post" : path.endsWith("/messages") ? "text" : "id");
            shown.addAll(ids);
            sizes.add(ids.size());
            cursor = page.next().map(next -> "&cursor=" + next).orElse("");
        } while (!cursor.isEmpty());
        if (path.contains("/feeds/user/")) {
            String author = path.substring("/v1/feeds/user/".length());
            assertThat(shown).as(path).isEqualTo(readable(world, reader, author::equals));
            assertThat(sizes).as(path).isEqualTo(full(shown.size()));
        } else if (path.equals("/v1/places/" + world.users.getFirst() + "/posts")) {
            assertThat(shown).as(path).isEqualTo(readable(world, reader, author -> true));
            assertThat(sizes).as(path).isEqualTo(full(shown.size()));
        } else if (path.startsWith("/v1/posts?")) {
            assertThat(shown).as(path).isEqualTo(readable(world, reader, author -> true));
        } else if (path.endsWith("/messages")) {
            assertThat(shown).as(path).isEqualTo(world.saidTo(reader.reader()));
        } else if (path.endsWith("/notifications")) {
            assertThat(shown).as(path).isEqualTo(world.toldTo(String.valueOf(reader.reader())));
            assertThat(sizes).as(path).isEqualTo(full(shown.size()));
        } else if (path.endsWith("/requests")) {
            assertThat(shown).as(path).isEqualTo(world.requestsTo(String.valueOf(reader.reader())));
        } else if (path.equals("/v1/feeds/home/" + reader.reader())) {
            String me = String.valueOf(reader.reader());
            assertThat(shown)
                    .as(path)
                    .containsAll(readable(world, reader, author -> author.equals(me) || world.follows(me, author)));
        }
    }

    /** What the page of a readable post must not tell its reader. Home feeds of the world have rows that real ones lack. */
    private static void checkExposure(String path, String body, Secret post, SecretWorld world) {
        if (!path.contains("/feeds/home/")) {
            post.texts()
                    .subList(0, post.drafts())
                    .forEach(draft -> assertThat(body).as(path).doesNotContain('"' + draft + '"'));
        }
        if (path.matches(".*/" + post.id() + "/(fanout|jobs|counters|permissions)")) {
            assertThat(body).as(path).doesNotContain("\"job\"", "cause", "expected", "deliver", "skipped", "At\"");
            assertThat(body).as(path).doesNotContain(world.users);
        }
    }

    /** Returns the sizes of pages of three that are full but for the last one. */
    private static List<Integer> full(int items) {
        List<Integer> sizes = new ArrayList<>(Collections.nCopies(items / 3, 3));
        if (items == 0 || items % 3 > 0) {
            sizes.add(items % 3);
        }
        return sizes;
    }

    /** Returns the posts of these authors that the reader may read, newest first. */
    private static List<String> readable(SecretWorld world, Reader reader, Predicate<String> authors) {
        return world.posts.reversed().stream()
                .filter(post -> authors.test(post.author()) && world.mayRead(post, reader.reader()))
                .map(Secret::id)
                .toList();
    }
}
