package io.feedmill.cli.token;

import io.feedmill.cli.command.CommandException;
import io.feedmill.cli.command.Usage.CheckedCommand;
import io.feedmill.cli.token.SigningKey.Claims;
import io.feedmill.common.key.UserId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

@Command(
        name = "token",
        mixinStandardHelpOptions = true,
        description = {
            "Prints a signed token of a user or a service, for the embedded stack that runs.",
            "In production an issuer signs tokens (docs/security.md)."
        })
public final class TokenCommand extends CheckedCommand {
    /** The default of {@code feedmill.security.max-token-life}, and of services' tokens. */
    private static final Duration MAX_LIFE = Duration.ofHours(24);

    @Parameters(
            paramLabel = "USER",
            arity = "0..1",
            description =
                    "The user, or with --service the service. With --keys it may be absent: then only the keys are made.")
    private @Nullable String name;

    @Option(names = "--service", description = "A service, which may name any user: adds the scope act-as.")
    private boolean service;

    @Option(
            names = "--scope",
            paramLabel = "SCOPE",
            split = ",",
            description = "The scopes. Default: feed, post, follow, react.")
    private Set<String> scopes = new LinkedHashSet<>();

    @Option(
            names = "--ttl",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "The time until it expires, such as 30m or 8h (default: 12h).")
    private Duration life = Duration.ofHours(12);

    @Option(
            names = "--keys",
            paramLabel = "DIR",
            description = "The folder with the key pair, made if it is missing. Default: that of the embedded stack.")
    private @Nullable Path keys;

    @Option(
            names = "--api-port",
            paramLabel = "PORT",
            description = "Port of the API of the embedded stack (${DEFAULT-VALUE}).")
    private int apiPort = 8080;

    @Override
    public Integer call() {
        require(name == null ? keys != null : !name.isBlank(), "Name a USER.");
        require(service || name == null || UserId.isValid(name), "USER must be a valid user id.");
        require(
                Claims.SCOPES.containsAll(scopes),
                "--scope must be among %s.".formatted(String.join(", ", Claims.SCOPES)));
        require(
                life.isPositive() && life.compareTo(MAX_LIFE) <= 0,
                "--ttl must be more than 0s and at most %dh.".formatted(MAX_LIFE.toHours()));
        SigningKey key = keys == null ? keyOfStack() : SigningKey.in(keys);
        if (name != null) {
            Claims claims = new Claims(name, scopes.isEmpty() ? Claims.OF_USERS : scopes, life);
            System.out.println(key.sign(service ? claims.forService() : claims));
        }
        return 0;
    }

    private SigningKey keyOfStack() {
        return StackFiles.configured()
                .key(apiPort)
                .orElseThrow(() -> new CommandException(
                        "No embedded stack is up whose API has port %d; start one with ./feedmill local, or name its --api-port."
                                .formatted(apiPort)));
    }

    /** Reads times such as {@code 90s}, {@code 30m}, {@code 8h} or {@code 1h30m}. */
    static final class TimeConverter implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            try {
                return Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
            } catch (DateTimeParseException e) {
                throw new TypeConversionException("'%s' is not a time such as 30m or 8h".formatted(text));
            }
        }
    }
}
