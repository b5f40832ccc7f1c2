package io.feedmill.api.problem;

import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.http.converter.HttpMessageNotReadableException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Explains why a JSON body cannot be read, without showing its values. */
final class UnreadableBody {
    private UnreadableBody() {}

    static ProblemException problem(HttpMessageNotReadableException error) {
        return Stream.iterate((Throwable) error, cause -> cause != null, Throwable::getCause)
                .filter(ProblemException.class::isInstance)
                .map(ProblemException.class::cast)
                .findFirst()
                .orElseGet(() -> problemOf(error));
    }

    private static ProblemException problemOf(HttpMessageNotReadableException error) {
        return switch (error.getCause()) {
            case null -> new ProblemException(ProblemType.MALFORMED_JSON, "The body is empty; send a JSON object.");
            case UnrecognizedPropertyException e ->
                ProblemException.invalidBody(
                        "The field '" + ProblemException.printable(e.getPropertyName()) + "' is unknown; remove it.");
            case MismatchedInputException e -> ProblemException.invalidBody(mismatch(e));
            case InputCoercionException ignored ->
                ProblemException.invalidBody("A number exceeds the range of its field.");
            case StreamReadException e ->
                new ProblemException(ProblemType.MALFORMED_JSON, "The JSON is malformed" + place(e) + ".");
            case StreamConstraintsException e ->
                ProblemException.invalidBody(
                        "The JSON exceeds a limit: " + e.getOriginalMessage().replaceFirst(", from `[^`]*`", "") + ".");
            case IOException ignored -> interrupted();
            case JacksonIOException ignored -> interrupted();
            default -> ProblemException.invalidBody("The body has a value that cannot be read.");
        };
    }

    /** Returns the problem of a body that breaks off. */
    static ProblemException interrupted() {
        return new ProblemException(ProblemType.MALFORMED_REQUEST, "The body broke off; send it completely.");
    }

    private static String mismatch(MismatchedInputException error) {
        String path = error.getPath().stream()
                .map(JacksonException.Reference::getPropertyName)
                .map(String::valueOf)
                .collect(Collectors.joining("."));
        return path.isEmpty()
                ? "The body must be one object with the expected fields."
                : "The field '" + ProblemException.printable(path) + "' is missing, null or of the wrong type.";
    }

    private static String place(JacksonException error) {
        return " at line " + error.getLocation().getLineNr() + ", column "
                + error.getLocation().getColumnNr();
    }
}
