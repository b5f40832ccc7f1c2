package io.feedmill.cli.schema;

import io.feedmill.cli.command.AccountSchema;
import io.feedmill.cli.command.CommandException;
import io.feedmill.cli.command.Usage;
import io.feedmill.cli.command.Usage.CheckedCommand;
import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.schema.Resource;
import io.feedmill.common.schema.SchemaDifference;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

@Command(
        name = "schema",
        mixinStandardHelpOptions = true,
        description = {
            "Compares the tables and queues of an AWS account with those that Feedmill needs, and creates them.",
            "Takes the standard AWS settings, FEEDMILL_TABLES_PREFIX and FEEDMILL_QUEUES_PREFIX."
        },
        subcommands = {SchemaCommand.CheckCommand.class, SchemaCommand.ApplyCommand.class})
public final class SchemaCommand {

    private SchemaCommand() {}

    abstract static class OnAccount extends CheckedCommand {
        @Option(
                names = "--kms-key",
                paramLabel = "ARN",
                description = "The KMS key that encrypts the tables. Default: any.")
        private @Nullable String key;

        @Option(
                names = "--provisioned",
                paramLabel = "TABLE",
                split = ",",
                description = "Tables, without the prefix, whose capacity is provisioned instead of on demand.")
        private Set<String> provisioned = Set.of();

        abstract int run(List<Resource> resources);

        @Override
        public Integer call() {
            Set<String> names =
                    CommonConfiguration.tables().stream().map(Table::suffix).collect(Collectors.toSet());
            require(names.containsAll(provisioned), "--provisioned names no table of Feedmill's.");
            try (AccountSchema account = AccountSchema.open(provisioned, key)) {
                return AccountSchema.call(() -> run(account.resources()));
            }
        }

        void say(String line) {
            out().println(Usage.safe(line));
        }
    }

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = {
                "Prints a line for each difference.",
                "Exit code 0: none. 1: there are differences, or something cannot be read."
            })
    static final class CheckCommand extends OnAccount {
        @Option(names = "--json", description = "Print the differences as JSON.")
        private boolean json;

        @Override
        int run(List<Resource> resources) {
            List<SchemaDifference> all = resources.stream()
                    .flatMap(each -> each.differences().stream())
                    .toList();
            if (json) {
                say(JsonMapper.shared().writeValueAsString(all));
            } else if (all.isEmpty()) {
                say("All %d tables and queues are as defined.".formatted(resources.size()));
            } else {
                all.forEach(difference -> say(difference.line()));
            }
            return all.isEmpty() ? 0 : 1;
        }
    }

    @Command(
            name = "apply",
            mixinStandardHelpOptions = true,
            description = {
                "Creates what is missing, with point-in-time recovery (all tables but homes) and deletion protection,",
                "and sets the time to live of tables and the attributes of queues. Deletes nothing, and changes no key.",
                "Exit code 0: all is there. 1: without --yes something is to do, or something could not be done."
            })
    static final class ApplyCommand extends OnAccount {
        @Option(names = "--yes", description = "Do it. Default: say what there is to do.")
        private boolean yes;

        @Override
        int run(List<Resource> resources) {
            int result = 0;
            for (Resource resource : resources) {
                try {
                    result = Math.max(result, AccountSchema.call(() -> apply(resource)));
                } catch (CommandException e) {
                    err().println(Usage.safe("%s: %s".formatted(resource.name(), e.getMessage())));
                    result = 1;
                }
            }
            return result;
        }

        private int apply(Resource resource) {
            List<SchemaDifference> differences = resource.differences();
            List<SchemaDifference> fixed = differences.stream()
                    .filter(each -> resource.fixed().contains(each.setting()))
                    .toList();
            List<SchemaDifference> set =
                    differences.stream().filter(resource::sets).toList();
            if (!fixed.isEmpty()) {
                fixed.forEach(each -> err().println(Usage.safe(each.line() + ". Left as it is.")));
                return 1;
            }
            if (differences.stream().anyMatch(SchemaDifference::isMissing)) {
                return act("create " + resource.name(), resource::create);
            }
            return set.isEmpty() ? 0 : act("set " + describe(resource, set), resource::set);
        }

        private static String describe(Resource resource, List<SchemaDifference> set) {
            return set.stream()
                    .map(each -> each.setting() + " to " + each.expected())
                    .collect(Collectors.joining(", ", resource.name() + ": ", ""));
        }

        private int act(String what, Runnable action) {
            if (!yes) {
                say("would " + what);
                return 1;
            }
            action.run();
            say(what);
            return 0;
        }
    }
}
