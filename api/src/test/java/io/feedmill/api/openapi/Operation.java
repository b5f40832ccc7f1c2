package io.feedmill.api.openapi;

import io.feedmill.api.cursor.PageQuery;
import io.feedmill.api.http.TimeRange;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.SampleCalls;
import io.feedmill.api.security.SampleCalls.Sample;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.PathContainer;
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

    private static final Set<ProblemType> OF_ALL = EnumSet.of(
            ProblemType.MALFORMED_REQUEST,
            ProblemType.UNAUTHENTICATED,
            ProblemType.INSUFFICIENT_SCOPE,
            ProblemType.SUSPENDED,
            ProblemType.ORIGIN_NOT_ALLOWED,
            ProblemType.TOO_MANY_CALLS,
            ProblemType.TOO_MANY_IN_PROGRESS,
            ProblemType.INTERNAL_ERROR,
            ProblemType.ISSUER_UNAVAILABLE,
            ProblemType.STORAGE_THROTTLED,
            ProblemType.STORAGE_UNAVAILABLE);

    private static final Set<ProblemType> OF_BODIES = EnumSet.of(
            ProblemType.MALFORMED_JSON, ProblemType.INVALID_BODY, ProblemType.BODY_TOO_LARGE, ProblemType.TOO_BUSY);

    /** By what the code calls. */
    private static final Map<String, HttpStatus> STATUSES = Map.of(
            "ResponseEntity.ok", HttpStatus.OK,
            "ResponseEntity.created", HttpStatus.CREATED,
            "ResponseEntity.accepted", HttpStatus.ACCEPTED,
            "ResponseEntity.noContent", HttpStatus.NO_CONTENT);

    private static final Map<String, String> HEADERS = Map.of(
            "BodyBuilder.eTag", HttpHeaders.ETAG,
            "ResponseEntity.created", HttpHeaders.LOCATION,
            "BodyBuilder.location", HttpHeaders.LOCATION);

    private static final Map<String, String> PARAMETERS =
            Map.of("IfMatch.of", HttpHeaders.IF_MATCH, "IdempotencyKey.of", "Idempotency-Key");

    private static final JsonNode TEXT = Description.JSON.createObjectNode().put("type", "string");
    private static final Pattern VARIABLE = Pattern.compile("\\{([a-z]+)}");

    private final RequestMappingInfo mapping;
    private final PathPattern path;
    private final RequestMethod method;
    private final Method handler;
    private final Access access;
    private final Reach reach;

    Operation(RequestMappingInfo mapping, PathPattern path, RequestMethod method, Method handler) {
        this.mapping = mapping;
        this.path = path;
        this.method = method;
        this.handler = handler;
        this.access = Objects.requireNonNull(handler.getAnnotation(Access.class));
        this.reach = Reach.of(handler);
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
     * @param written {@code openapi.yml}
     * @param problems the answers of all calls with problems, to which it adds its own
     */
    ObjectNode describe(JsonNode known, JsonNode written, SampleCalls samples, ObjectNode problems) {
        Sample sample = samples.of(method.name(), path.getPatternString(), USER);
        ObjectNode operation = Description.JSON.createObjectNode();
        operation.put("operationId", id());
        operation.putArray("tags").add(tag());
        operation.put("summary", written.path("operations").required(id()).asString());
        operation.put("description", "Whose: " + whose() + ".");
        ArrayNode security = operation.putArray("security");
        Stream.concat(Stream.of(access.scope()), Arrays.stream(access.or()))
                .forEach(scope -> security.addObject().putArray("token").add(scope.value()));
        ArrayNode parameters = operation.putArray("parameters");
        addVariables(parameters, written.path("variables"), sample);
        parameters(written.path("arguments"))
                .forEach(name -> parameters.addObject().put("$ref", "#/components/parameters/" + name));
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

    private void addVariables(ArrayNode parameters, JsonNode schemas, Sample sample) {
        String pattern = path.getPatternString();
        Map<String, String> examples = Objects.requireNonNull(
                        path.matchAndExtract(PathContainer.parsePath(sample.path())))
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
    private Stream<String> parameters(JsonNode ofArguments) {
        Stream<String> ofHandler = Arrays.stream(handler.getParameters()).flatMap(parameter -> {
            JsonNode ofArgument = ofArguments.path(parameter.getType().getSimpleName());
            return parameter.isAnnotationPresent(RequestParam.class)
                    ? Stream.of(parameter.getName())
                    : ofArgument.valueStream().map(JsonNode::asString);
        });
        Stream<String> ofCode =
                PARAMETERS.keySet().stream().filter(reach.calls()::contains).map(PARAMETERS::get);
        Stream<String> ofAccess = access.owner().equals(Access.ALL) ? Stream.of() : Stream.of("viewer");
        return Stream.of(ofHandler, ofCode.sorted(), ofAccess).flatMap(names -> names);
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
        Set<HttpStatus> statuses = handler.getReturnType() == ResponseEntity.class
                ? STATUSES.keySet().stream()
                        .filter(reach.calls()::contains)
                        .map(STATUSES::get)
                        .collect(Collectors.toCollection(TreeSet::new))
                : Set.of(HttpStatus.valueOf(
                        Integer.parseInt(known.propertyNames().iterator().next())));
        JsonNode content = known.path(known.propertyNames().iterator().next()).path("content");
        for (HttpStatus status : statuses) {
            ObjectNode answer = answers.putObject(Integer.toString(status.value()));
            answer.put("description", status.getReasonPhrase());
            HEADERS.keySet().stream()
                    .filter(reach.calls()::contains)
                    .map(HEADERS::get)
                    .distinct()
                    .sorted()
                    .forEach(name -> addHeader(answer, name));
            addHeader(answer, "RateLimit");
            if (!content.isEmpty()) {
                answer.set("content", content);
            } else if (producesLines()) {
                answer.putObject("content")
                        .putObject(MediaType.APPLICATION_NDJSON_VALUE)
                        .set("schema", TEXT);
            }
        }
    }

    private boolean producesLines() {
        return mapping.getProducesCondition().getProducibleMediaTypes().contains(MediaType.APPLICATION_NDJSON);
    }

    private static void addHeader(ObjectNode answer, String name) {
        answer.withObjectProperty("headers").putObject(name).put("$ref", "#/components/headers/" + name);
    }

    private Set<ProblemType> types() {
        Set<ProblemType> types = EnumSet.copyOf(OF_ALL);
        types.addAll(reach.problems());
        types.add(access.owner().equals(Access.ALL) ? ProblemType.INVALID_PARAMETER : ProblemType.INVALID_USER);
        if (access.owner().equals(Access.AUTHOR)) {
            types.add(ProblemType.VIEWER_REQUIRED);
        }
        if (!mapping.getProducesCondition().isEmpty()) {
            types.add(ProblemType.NOT_ACCEPTABLE);
        }
        if (path.getPatternString().startsWith("/v1/admin/")) {
            types.add(ProblemType.NOT_FOUND);
        }
        if (!mapping.getConsumesCondition().isEmpty()) {
            types.addAll(Set.of(ProblemType.UNSUPPORTED_MEDIA_TYPE, ProblemType.BODY_TIMEOUT));
        }
        for (Parameter parameter : handler.getParameters()) {
            if (parameter.isAnnotationPresent(RequestBody.class)) {
                types.addAll(OF_BODIES);
            } else if (Set.of(PageQuery.class, TimeRange.class).contains(parameter.getType())) {
                types.add(ProblemType.INVALID_PARAMETER);
            }
        }
        return types;
    }

    /** Adds an answer for each status, with the types that it may have. */
    private void addProblems(ObjectNode answers, ObjectNode problems) {
        Map<Integer, List<ProblemType>> byStatus =
                types().stream().collect(Collectors.groupingBy(ProblemType::status, TreeMap::new, Collectors.toList()));
        byStatus.forEach((status, types) -> {
            String name = types.stream().map(ProblemType::slug).collect(Collectors.joining("."));
            answers.putObject(status.toString()).put("$ref", "#/components/responses/" + name);
            if (!problems.has(name)) {
                addProblem(problems.putObject(name), status, types);
            }
        });
    }

    private static void addProblem(ObjectNode answer, int status, List<ProblemType> types) {
        answer.put("description", types.stream().map(ProblemType::title).collect(Collectors.joining("; ")));
        if (status == 401) {
            addHeader(answer, HttpHeaders.WWW_AUTHENTICATE);
        } else if (status == 429 || status == 503) {
            addHeader(answer, HttpHeaders.RETRY_AFTER);
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
