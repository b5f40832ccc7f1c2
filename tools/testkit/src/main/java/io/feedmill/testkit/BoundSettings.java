package io.feedmill.testkit;

import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Binds and checks settings as a start does, without a Spring context. */
public final class BoundSettings {
    private static final Validator VALIDATOR =
            Validation.buildDefaultValidatorFactory().getValidator();

    private BoundSettings() {}

    public static <T> T bind(String prefix, Class<T> type, Map<String, String> properties) {
        return checked(new Binder(new MapConfigurationPropertySource(properties)).bindOrCreate(prefix, type));
    }

    /** Throws as the binding of invalid settings does: with the name of the property. */
    public static <T> T checked(T settings) {
        String prefix =
                settings.getClass().getAnnotation(ConfigurationProperties.class).value();
        VALIDATOR.validate(settings).stream().findFirst().ifPresent(violation -> {
            String property = DataObjectPropertyName.toDashedForm(
                    violation.getPropertyPath().toString());
            throw new IllegalArgumentException(prefix + "." + property + " " + violation.getMessage());
        });
        return settings;
    }
}
