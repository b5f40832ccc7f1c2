package io.feedmill.checker;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes a history of lines such as {@code ben GET feeds/home/ben : p1 | end}; {@code stories.txt} explains them. */
final class Story {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Instant BEGIN = Instant.parse("2026-11-28T10:00:00Z");
    private static final Pattern VARIANT = Pattern.compile("([+-])(\\w?) (.*)");

    private final List<Event> events = new ArrayList<>();
    private final Map<String, ObjectNode> posts = new HashMap<>();
    private final Map<String, Long> labels = new HashMap<>();
    private Instant now = BEGIN;
    private long lastId;

    /** Returns the lines of each heading. */
    static Map<String, List<String>> all() {
        Map<String, List<String>> stories = new LinkedHashMap<>();
        try (InputStream text = Objects.requireNonNull(Story.class.getResourceAsStream("stories.txt"))) {
            List<String> lines = new ArrayList<>();
            for (String line : new String(text.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
                if (line.startsWith("## ")) {
                    lines = new ArrayList<>();
                    stories.put(line.substring(3), lines);
                } else if (!line.isBlank() && !line.startsWith("# ")) {
                    lines.add(line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return stories;
    }

    /** Returns the names of the lies of a story. */
    static Set<String> lies(List<String> lines) {
        Set<String> lies = new LinkedHashSet<>();
        for (String line : lines) {
            Matcher variant = VARIANT.matcher(line);
            if (variant.matches() && variant.group(1).equals("-")) {
                lies.add(variant.group(2));
            }
        }
        return lies;
    }

    /** Returns the story with this lie, or with none. Lines with a lie's name take the place of the kept ones directly before them. */
    static List<Event> tell(List<String> lines, @Nullable String lie) {
        Story story = new Story();
        List<String> kept = new ArrayList<>();
        List<String> lied = new ArrayList<>();
        for (String line : lines) {
            Matcher variant = VARIANT.matcher(line);
            if (!variant.matches() || (variant.group(1).equals("+") && !lied.isEmpty())) {
                (lied.isEmpty() ? kept : lied).forEach(story::line);
                kept.clear();
                lied.clear();
            }
            if (!variant.matches()) {
                story.line(line);
            } else if (variant.group(1).equals("+")) {
                kept.add(variant.group(3));
            } else if (variant.group(2).equals(lie)) {
                lied.add(variant.group(3));
            }
        }
        (lied.isEmpty() ? kept : lied).forEach(story::line);
        return story.events;
    }

    private void line(String line) {
        if (line.equals("nothing")) {
            return;
        }
        List<String> words = new ArrayList<>(Arrays.asList(line.split(" ", -1)));
        String first = words.getFirst();
        now = now.plusSeconds(1);
        switch (first) {
            case "settings" ->
                events.add(
                        History.event("{\"type\":\"settings\"," + words.get(1).substring(1)));
            case "wait" -> now = now.plusSeconds(Long.parseLong(words.get(1)));
            case "soon" -> now = now.minusMillis(1000 + Long.parseLong(words.get(1)));
            case "rest" -> events.add(Mark.rest(now));
            case "sequence" -> events.add(Mark.sequence(now));
            case "still" ->
                events.add(new Mark(
                        Mark.Kind.STILL, now, now.plusSeconds(Long.parseLong(words.get(1))), null, null, null));
            case "fault" -> events.add(Mark.fault(now, now.plusSeconds(Long.parseLong(words.get(1))), "fault"));
            case "clock" -> events.add(Mark.clock(now, words.get(1), Duration.ofSeconds(Long.parseLong(words.get(2)))));
            case "stream" -> stream(words);
            case "publish" -> publish(words);
            case "edit" -> edit(words);
            default -> call(words);
        }
    }

    private void stream(List<String> words) {
        String event = words.get(2);
        ObjectNode data = JSON.createObjectNode();
        switch (event) {
            case "page" -> items(data, "feeds/home/" + words.get(3), words.subList(4, words.size()));
            case "put" -> data = feedItem(words.get(4), words.get(3));
            case "remove" -> data.put("post", words.get(3)).put("reason", words.get(4));
            case "end" -> data.put("reason", words.get(3));
            default -> {}
        }
        events.add(new StreamEvent(labels.getOrDefault(words.get(1), 0L), now, event, data));
    }

    private void publish(List<String> words) {
        String author = words.get(2);
        ObjectNode body = words.size() > 4 ? (ObjectNode) JSON.readTree(words.get(4)) : JSON.createObjectNode();
        body.put("author", author).put("text", words.get(3));
        ObjectNode answer = JSON.createObjectNode();
        answer.put("id", words.get(1)).put("author", author).put("text", words.get(3));
        answer.put("createdAt", now.toString()).put("version", 1);
        if (body.has("place")) {
            answer.set("place", body.get("place"));
        }
        posts.put(words.get(1), answer.deepCopy());
        add("api-1", author, "POST", "posts", Map.of(), body, 201, answer, null);
    }

    private void edit(List<String> words) {
        ObjectNode post = Objects.requireNonNull(posts.get(words.get(1)));
        int version = Integer.parseInt(words.get(2));
        post.put("version", version).put("text", words.get(3));
        ObjectNode body = JSON.createObjectNode().put("text", words.get(3));
        Map<String, String> condition = Map.of("If-Match", "\"" + (version - 1) + "\"");
        add(
                "api-1",
                post.path("author").asString(),
                "PUT",
                "posts/" + words.get(1),
                condition,
                body,
                200,
                post.deepCopy(),
                null);
    }

    private void call(List<String> words) {
        String label = "";
        String process = "api-1";
        while (words.getFirst().startsWith("#") || words.getFirst().startsWith("@")) {
            String word = words.removeFirst();
            if (word.startsWith("#")) {
                label = word.substring(1);
            } else {
                process = word.substring(1);
            }
        }
        String caller = words.removeFirst();
        String method = words.removeFirst();
        String path = words.removeFirst();
        Map<String, String> headers = new HashMap<>();
        JsonNode body = null;
        while (!words.isEmpty() && !Set.of("=", ":").contains(words.getFirst())) {
            String word = words.removeFirst();
            if (word.startsWith("{") || word.startsWith("\"")) {
                body = JSON.readTree(word);
            } else {
                headers.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
            }
        }
        if (words.removeFirst().equals(":")) {
            ObjectNode page = JSON.createObjectNode();
            items(page, path, words);
            add(process, caller, method, path, headers, body, 200, page, label);
            return;
        }
        int status = words.getFirst().equals("none") ? 0 : Integer.parseInt(words.getFirst());
        JsonNode answer = words.size() < 2 ? null : answer(status, words.get(1));
        add(process, caller, method, path, headers, body, status, answer, label);
    }

    private JsonNode answer(int status, String word) {
        if (word.startsWith("{")) {
            return JSON.readTree(word.replace("NOW", now.toString()));
        }
        if (status < 400) {
            return Objects.requireNonNull(posts.get(word)).deepCopy();
        }
        return JSON.createObjectNode()
                .put("type", "https://feedmill.io/problems/" + word)
                .put("title", "A title")
                .put("status", status);
    }

    private void items(ObjectNode page, String path, List<String> words) {
        ArrayNode items = page.putArray("items");
        boolean fields = false;
        for (String word : words) {
            fields |= word.equals("|");
            if (fields) {
                field(page, word);
            } else if (path.contains("/notifications")) {
                items.add(notification(word.split(":", -1)));
            } else if (path.startsWith("users/")) {
                items.add(word);
            } else if (word.startsWith("{")) {
                items.add(JSON.readTree(word));
            } else if (path.startsWith("places/")) {
                items.add(item(word));
            } else {
                String owner =
                        path.startsWith("feeds/home/") ? path.substring(11).replaceAll("[?/].*", "") : "";
                items.add(feedItem(word, owner));
            }
        }
    }

    private void field(ObjectNode page, String word) {
        switch (word.replaceAll("=.*", "")) {
            case "end" -> page.put("end", "complete");
            case "next" -> page.put("next", word.substring(5));
            case "trimmed" ->
                page.put("end", "trimmed")
                        .put(
                                "since",
                                now.plusSeconds(Long.parseLong(word.substring(8)))
                                        .toString());
            case "until" ->
                page.put(
                        "completeUntil",
                        now.plusSeconds(Long.parseLong(word.substring(6))).toString());
            case "rebuilding" -> page.put("rebuilding", true);
            default -> {}
        }
    }

    /** Reads {@code KIND:OBJECT:ACTORS:AT}, the seconds since the begin, and perhaps {@code :FLAGS:LIKES}, of s and r. */
    private ObjectNode notification(String[] words) {
        ObjectNode item = JSON.createObjectNode().put("id", words[0] + "-" + words[1]);
        item.put("kind", words[0]).put("object", words[1]);
        item.put("at", BEGIN.plusSeconds(Long.parseLong(words[3])).toString());
        ArrayNode actors = item.putArray("actors");
        Arrays.stream(words[2].split(",", -1)).filter(actor -> !actor.isEmpty()).forEach(actors::add);
        if (posts.containsKey(words[1])) {
            item.set("post", feedItem(words[1], ""));
        }
        if (words[0].equals("reaction")) {
            item.putObject("counts").put("like", words.length > 5 ? Integer.parseInt(words[5]) : 1);
        }
        String flags = words.length > 4 ? words[4] : "";
        return item.put("more", false).put("seen", flags.contains("s")).put("read", flags.contains("r"));
    }

    /** Reads {@code p1} as it is, or {@code p1/2=text}, or {@code p1!} with more fields. */
    private ObjectNode item(String word) {
        int fields = word.indexOf('!');
        if (fields > 0) {
            ObjectNode item = item(word.substring(0, fields));
            return item.setAll((ObjectNode) JSON.readTree(word.substring(fields + 1)));
        }
        String id = word.replaceAll("/.*", "");
        ObjectNode post = posts.get(id);
        ObjectNode item = post == null
                ? JSON.createObjectNode().put("id", id).put("author", "ann").put("createdAt", now.toString())
                : post.deepCopy();
        if (word.contains("/")) {
            item.put("version", Integer.parseInt(word.replaceAll(".*/|=.*", "")))
                    .put("text", word.replaceAll(".*=", ""));
        }
        return item;
    }

    private ObjectNode feedItem(String word, String owner) {
        ObjectNode item = item(word);
        String author = item.path("author").asString("");
        item.set("post", item.remove("id"));
        item.remove("place");
        return item.put("via", author.equals(owner) ? "self" : author.equals("feedmill") ? "announcement" : "follow");
    }

    private void add(
            String process,
            String caller,
            String method,
            String path,
            Map<String, String> headers,
            @Nullable JsonNode body,
            int status,
            @Nullable JsonNode answer,
            @Nullable String label) {
        long id = ++lastId;
        if (label != null) {
            labels.put(label, id);
        }
        if (answer != null && method.equals("POST") && path.startsWith("admin/announcements")) {
            ObjectNode post = posts.computeIfAbsent(
                    answer.path("id").asString(), key -> JSON.createObjectNode().put("id", key));
            post.put("author", "feedmill")
                    .put("version", 1)
                    .put("createdAt", answer.path("acceptedAt").asString());
            post.set("text", Objects.requireNonNull(body).path("text"));
        }
        List<String> scopes = List.of(caller.split("\\+", -1)).subList(1, caller.split("\\+", -1).length);
        Map<String, String> answerHeaders = new HashMap<>();
        headers.forEach((name, value) -> {
            if (name.startsWith("<")) {
                answerHeaders.put(name.substring(1), value);
            }
        });
        Map<String, String> sent = new HashMap<>(headers);
        sent.keySet().removeIf(name -> name.startsWith("<"));
        Instant end = status == 0 ? null : now.plusMillis(10);
        events.add(new Call(
                id,
                now,
                end,
                status == 0 ? null : process,
                caller.replaceAll("\\+.*", ""),
                scopes,
                method,
                "/v1/" + path,
                sent,
                body,
                status == 0 ? null : status,
                answerHeaders,
                answer,
                null));
    }
}
