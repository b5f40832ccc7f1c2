package io.feedmill.cli.command;

import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.SettingNames;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.MeteredCalls;
import io.feedmill.common.dynamo.MeteredCalls.UnitMeter;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.queue.QueueSchema.QueueSettings;
import io.feedmill.common.queue.SqsClients;
import io.feedmill.common.storage.StorageException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;
import org.springframework.boot.context.properties.bind.validation.ValidationBindHandler;
import org.springframework.boot.context.properties.bind.validation.ValidationErrors;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.validation.FieldError;
import org.springframework.validation.beanvalidation.SpringValidatorAdapter;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Feedmill's tables and queues, reached by the standard AWS settings; no process of Feedmill is needed. {@code tables} are ARN and creation time of
 * the tables of feeds: the time tells two tables of one name apart.
 */
public record Connection(ConfigurableApplicationContext beans, String tables) implements AutoCloseable {

    /** Opens a connection that reports every read to the meter. Throws a {@link CommandException} if the tables cannot be reached. */
    public static Connection open(Settings settings, UnitMeter meter) {
        try {
            return connect(settings, meter);
        } catch (SdkException e) {
            throw unreachable(e.getMessage(), e);
        } catch (StorageException e) {
            throw unreachable(CommandException.reason(e), e);
        }
    }

    private static Connection connect(Settings settings, UnitMeter meter) {
        ConfigurableApplicationContext beans = CommonConfiguration.start(
                DynamoClients.createPatient(settings.tables().connections(), List.of(new MeteredCalls(meter))),
                SqsClients.createListening(List.of()),
                settings.tables(),
                settings.queues(),
                settings.feeds(),
                new DynamoMetrics(new SimpleMeterRegistry(), List.of()));
        Dynamo calls = beans.getBean(Dynamo.class);
        String tables = Stream.of(FeedRows.AUTHORS, FeedRows.HOMES)
                .map(calls.tables()::name)
                .map(table -> calls.describe(table)
                        .orElseThrow(() -> unreachable("table %s not found".formatted(table), null)))
                .map(table -> "%s of %s".formatted(table.tableArn(), table.creationDateTime()))
                .collect(Collectors.joining(", "));
        return new Connection(beans, tables);
    }

    private static CommandException unreachable(@Nullable String reason, @Nullable Throwable cause) {
        return new CommandException("Feedmill's tables cannot be reached: %s.".formatted(reason), cause);
    }

    /** The settings of tables, queues and feeds, from the environment variables and with the defaults of API and workers. */
    public record Settings(TableSettings tables, QueueSettings queues, FeedSettings feeds) {

        /** Binds the variables. Throws a {@link CommandException} if one is invalid. */
        public static Settings of(Map<String, String> environment) {
            Stream<Class<?>> read = Stream.of(TableSettings.class, QueueSettings.class, FeedSettings.class);
            SettingNames.require(SettingNames.names(read), environment.keySet().stream());
            Binder binder = new Binder(ConfigurationPropertySources.from(new SystemEnvironmentPropertySource(
                    StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.copyOf(environment))));
            try (ValidatorFactory validators = Validation.buildDefaultValidatorFactory()) {
                BindHandler checks = new ValidationBindHandler(new SpringValidatorAdapter(validators.getValidator()));
                return new Settings(
                        binder.bindOrCreate("feedmill.tables", Bindable.of(TableSettings.class), checks),
                        binder.bindOrCreate("feedmill.queues", Bindable.of(QueueSettings.class), checks),
                        binder.bindOrCreate("feedmill.feeds", Bindable.of(FeedSettings.class), checks));
            } catch (BindException e) {
                Throwable cause = NestedExceptionUtils.getMostSpecificCause(e);
                String reason = cause instanceof BindValidationException invalid
                        ? reason(invalid.getValidationErrors())
                        : cause.getMessage();
                throw new CommandException(e.getMessage() + ": " + reason, e);
            }
        }

        private static String reason(ValidationErrors errors) {
            FieldError first = (FieldError) errors.getAllErrors().getFirst();
            return "%s.%s %s, not %s"
                    .formatted(
                            errors.getName(),
                            DataObjectPropertyName.toDashedForm(first.getField()),
                            first.getDefaultMessage(),
                            first.getRejectedValue());
        }
    }

    @Override
    public void close() {
        beans.close();
    }
}
