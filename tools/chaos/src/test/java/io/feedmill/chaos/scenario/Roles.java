package io.feedmill.chaos.scenario;

import io.feedmill.faults.protocol.Permission;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What {@code deploy/cloudformation/roles.yaml} grants. */
final class Roles {
    private static final Pattern RESOURCE =
            Pattern.compile("(?:table/\\$\\{Prefix}|s3:::\\$\\{Prefix}|\\$\\{N})([a-z][a-z_/-]*[a-z])");

    private Roles() {}

    /** Returns the condition of each right, empty if it has none. */
    static NavigableMap<Right, String> read() throws IOException {
        NavigableMap<Right, String> rights = new TreeMap<>();
        Template resources = Template.read("roles.yaml").at("Resources");
        for (String role : List.of("Api", "Worker", "Operator", "Schema")) {
            resources
                    .at(role + "Role", "Properties", "Policies")
                    .items()
                    .getFirst()
                    .at("PolicyDocument", "Statement")
                    .items()
                    .forEach(statement -> add(rights, role.toLowerCase(Locale.ROOT), statement));
        }
        return rights;
    }

    /** A statement, or {@code !If [condition, statement, nothing]}. */
    private static void add(NavigableMap<Right, String> rights, String process, Template statement) {
        String condition = statement.isSequence() ? statement.items().getFirst().text() : "";
        Template granted = statement.isSequence() ? statement.items().get(1) : statement;
        granted.at("Resource")
                .texts()
                .flatMap(text -> RESOURCE.matcher(text).results())
                .map(found -> found.group(1))
                .forEach(resource -> granted.at("Action")
                        .texts()
                        .map(action -> new Right(process, new Permission(action, resource)))
                        .forEach(right -> rights.merge(right, condition, (a, b) -> a.isEmpty() ? a : b)));
    }
}
