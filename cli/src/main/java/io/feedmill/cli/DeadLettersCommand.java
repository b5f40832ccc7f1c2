package io.feedmill.cli;

import picocli.CommandLine.Command;

@Command(
        name = "dead-letters",
        mixinStandardHelpOptions = true,
        description = {
            "Messages that no worker could handle.",
            "Needs an API with feedmill.admin.enabled=true, as the embedded stack's is."
        },
        subcommands = {DeadLettersListCommand.class, DeadLettersRedriveCommand.class})
final class DeadLettersCommand {}
