package io.feedmill.api.openapi;

import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.SampleCalls;
import io.feedmill.api.security.SampleCalls.Sample;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.PathContainer;
import org.springframework.security.core.annotation.SecurityAnnotationScanners;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.util.pattern.PathPattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A call of the API, and what its annotations, its arguments and its byte code say about it. */
final class Operation {
    /** The user of the examples. */
    static final String USER = "ann";

    private static final JsonNode TEXT = Description.JSON.createObjectNode().put("type", "string");
    private static final Pattern VARIABLE = Pattern.compile("\\{([a-z]+)}");

    private final RequestMappingInfo mapping;
    private final PathPattern path;
    private final RequestMethod method;
    private final Method handler;
    private final JsonNode written;
    private final Access access;
    private final Reach reach;

    /** @param written {@code openapi.yml} */
    Operation(RequestMappingInfo mapping, PathPattern path, RequestMethod method, Method handler, JsonNode written) {
        this.mapping = mapping;
        this.path = path;
        this.method = method;
        this.handler = handler;
        this.written = written;
        this.access = Objects.requireNonNull(access(handler));
        this.reach = Reach.of(handler);
    }

    /** Returns what the handler, or else its controller, says of its callers; null: nothing. */
    static @Nullable Access access(Method handler) {
        return SecurityAnnotationScanners.requireUnique(Access.class).scan(handler, handler.getDeclaringClass());
    }

    /** Returns the handler's name; with several paths it is followed by the last variable. */
    String id() {
        return mapping.getPatternValues().size() == 1
                ? handler.getName()
                : handler.getName()
                        + StringUtils.capitalize(variables().toList().getLast());
    }

    private Stream<String> variables() {
        return VARIABLE.matcher(path.getPatternString()).results().map(match -> match.group(1));
    }

    String verb() {
        return method.name().toLowerCase(Locale.ROOT);
    }

    String tag() {
        String name = handler.getDeclaringClass().getPackageName();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /**
     * Describes it.
     *
     * @param known what springdoc says
     * @param problems the answers of all calls with problems, to which it adds its own
     */
    ObjectNode describe(JsonNode known, SampleCalls samples, ObjectNode problems) {
        Sample sample = samples.of(method.name(), path.getPatternString(), USER);
        ObjectNode operation = Description.JSON.createObjectNode();
        operation.put("operationId", id());
        operation.putArray("tags").add(tag());
        operation.put("summary", written.path("operations").required(id()).asString());
        operation.put("description", "Whose: " + whose() + ".");
        ArrayNode security = operation.putArray("security");
        Stream.concat(Stream.of(access.scope()), Arrays.stream(access.anyOwner()))
                .forEach(scope -> security.addObject().putArray("token").add(scope.value()));
        ArrayNode parameters = operation.putArray("parameters");
        addVariables(parameters, sample);
        parameters().forEach(name -> parameters.addObject().put("$ref", "#/components/parameters/" + name));
        if (!sample.body().isEmpty()) {
            addBody(operation.putObject("requestBody"), known.path("requestBody"), sample);
        }
        ObjectNode answers = operation.putObject("responses");
        addSuccesses(answers, known.path("responses"));
        addProblems(answers, problems);
        return operation;
    }

    /** As in {@code docs/security.md}. */
    private String whose() {
        String owner = access.owner();
        return switch (owner) {
            case Access.READER, Access.AUTHOR, Access.ALL -> owner;
            default -> "`" + owner + "`" + (owner.startsWith("{") ? "" : " in the body");
        };
    }

    private void addVariables(ArrayNode parameters, Sample sample) {
        JsonNode schemas = written.path("variables");
        String pattern = path.getPatternString();
        Map<String, String> examples = Objects.requireNonNull(
                        path.matchAndExtract(PathContainer.parsePath(sample.target())))
                .getUriVariables();
        variables().forEach(name -> {
            String variable = "{" + name + "}";
            String upTo = pattern.substring(0, pattern.indexOf(variable)) + variable;
            JsonNode schema = Stream.of(upTo, variable, "{")
                    .filter(schemas::has)
                    .map(schemas::path)
                    .findFirst()
                    .orElseThrow();
            ObjectNode parameter = parameters.addObject();
            parameter.put("name", name).put("in", "path").put("required", true).set("schema", schema);
            // What the sample makes has another id each time.
            if (!schema.has("examples")) {
                parameter.put("example", examples.get(name));
            }
        });
    }

    /** Returns the parameters of the query and of headers. */
    private Stream<String> parameters() {
        Stream<String> ofHandler = Arrays.stream(handler.getParameters())
                .flatMap(parameter -> parameter.isAnnotationPresent(RequestParam.class)
                        ? Stream.of(parameter.getName())
                        : written("arguments", parameter.getType().getSimpleName()));
        return Stream.of(ofHandler, reached("parameter"), Stream.of("viewer").filter(name -> takesViewer()))
                .flatMap(names -> names);
    }

    private boolean takesViewer() {
        return !access.owner().equals(Access.ALL);
    }

    /** Returns the elements of a list in {@code openapi.yml}; none if it is absent. */
    private Stream<String> written(String part, String name) {
        return written.path(part).path(name).valueStream().map(JsonNode::asString);
    }

    /** Returns what {@code openapi.yml} says of this kind about the methods that the handler comes to. */
    private Stream<String> reached(String kind) {
        return written.path("calls")
                .propertyStream()
                .filter(call -> reach.calls().contains(call.getKey()))
                .map(call -> call.getValue().path(kind).asString(""))
                .filter(value -> !value.isEmpty())
                .distinct()
                .sorted();
    }

    private static void addBody(ObjectNode body, JsonNode known, Sample sample) {
        boolean isJson = sample.type().equals(MediaType.APPLICATION_JSON_VALUE);
        ObjectNode content = body.put("required", true).putObject("content").putObject(sample.type());
        content.set("schema", isJson ? known.path("content").path(sample.type()).path("schema") : TEXT);
        if (isJson) {
            content.set("example", Description.JSON.readTree(sample.body()));
        } else {
            content.put("example", sample.body());
        }
    }

    private void addSuccesses(ObjectNode answers, JsonNode known) {
        String declared = known.propertyNames().iterator().next();
        String only = answersNothing() && declared.equals("200") ? "204" : declared;
        JsonNode content = known.path(only).path("content");
        boolean builds = handler.getReturnType() == ResponseEntity.class;
        (builds ? reached("status") : Stream.of(only)).forEach(status -> {
            ObjectNode answer = answers.putObject(status);
            answer.put(
                    "description", HttpStatus.valueOf(Integer.parseInt(status)).getReasonPhrase());
            Stream.concat(reached("header"), Stream.of("RateLimit")).forEach(name -> addHeader(answer, name));
            if (content.isEmpty()) {
                addText(answer);
            } else if (!status.equals("204")) {
                answer.set("content", content);
            }
        });
    }

    /** Such a handler answers 204, unless it says otherwise. */
    private boolean answersNothing() {
        return handler.getReturnType() == void.class
                && !List.of(handler.getParameterTypes()).contains(HttpServletResponse.class);
    }

    /** Adds the content of an answer that the handler writes by itself, with the example in {@code openapi.yml}. */
    private void addText(ObjectNode answer) {
        Set<MediaType> produced = mapping.getProducesCondition().getProducibleMediaTypes();
        Stream.of(MediaType.APPLICATION_NDJSON, MediaType.TEXT_EVENT_STREAM)
                .filter(produced::contains)
                .forEach(type -> {
                    ObjectNode content = answer.putObject("content").putObject(type.toString());
                    content.set("schema", TEXT);
                    if (written.path("texts").has(id())) {
                        content.put("example", written.path("texts").path(id()).asString());
                    }
                });
    }

    private static void addHeader(ObjectNode answer, String name) {
        answer.withObjectProperty("headers").putObject(name).put("$ref", "#/components/headers/" + name);
    }

    private Stream<ProblemType> types() {
        Stream<String> ofCall = Stream.of("call", takesViewer() ? "viewer" : "", access.owner());
        Stream<String> ofMapping = Stream.of(
                path.getPatternString().startsWith("/v1/admin/") ? "admin" : "",
                mapping.getProducesCondition().isEmpty() ? "" : "produces",
                mapping.getConsumesCondition().isEmpty() ? "" : "consumes");
        Stream<String> ofArguments = Arrays.stream(handler.getParameters())
                .map(argument -> argument.isAnnotationPresent(RequestBody.class)
                        ? "body"
                        : argument.getType().getSimpleName());
        Set<String> slugs = Stream.of(ofCall, ofMapping, ofArguments)
                .flatMap(traits -> traits.flatMap(trait -> written("problems", trait)))
                .collect(Collectors.toSet());
        return Arrays.stream(ProblemType.values())
                .filter(type -> slugs.contains(type.value()) || reach.problems().contains(type));
    }

    /** Adds an answer for each status, with the types that it may have. */
    private void addProblems(ObjectNode answers, ObjectNode problems) {
        Map<Integer, List<ProblemType>> byStatus =
                types().collect(Collectors.groupingBy(ProblemType::status, TreeMap::new, Collectors.toList()));
        byStatus.forEach((status, types) -> {
            String name = types.stream().map(ProblemType::value).collect(Collectors.joining("."));
            answers.putObject(status.toString()).put("$ref", "#/components/responses/" + name);
            if (!problems.has(name)) {
                addProblem(problems.putObject(name), status, types);
            }
        });
    }

    private static void addProblem(ObjectNode answer, int status, List<ProblemType> types) {
        answer.put(
                "description",
                types.stream().map(type -> type.problem("").getTitle()).collect(Collectors.joining("; ")));
        if (status == 401) {
            addHeader(answer, HttpHeaders.WWW_AUTHENTICATE);
        } else if (status == 429 || status == 503) {
            addHeader(answer, HttpHeaders.RETRY_AFTER);
        } else if (status == 415) {
            addHeader(answer, HttpHeaders.ACCEPT_ENCODING);
        }
        ArrayNode all = answer.putObject("content")
                .putObject(MediaType.APPLICATION_PROBLEM_JSON_VALUE)
                .putObject("schema")
                .putArray("allOf");
        all.addObject().put("$ref", "#/components/schemas/Problem");
        ArrayNode uris =
                all.addObject().putObject("properties").putObject("type").putArray("enum");
        types.forEach(type -> uris.add(type.uri().toString()));
    }
}
