package io.feedmill.api.problem;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.converter.HttpMessageNotReadableException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Says what is wrong with a JSON body without showing any of its values. */
final class UnreadableBody {
    private static final int SHOWN = 64;

    private UnreadableBody() {}

    static Problem problem(HttpMessageNotReadableException error) {
        Throwable cause = error.getCause();
        return switch (cause) {
            case null -> Problem.of(ProblemType.MALFORMED_JSON, "The body is empty.");
            case UnrecognizedPropertyException e ->
                invalid("The field '" + printable(e.getPropertyName()) + "' is unknown.");
            case MismatchedInputException e -> invalid(mismatch(e));
            case JacksonIOException e -> unreadable(e.getCause());
            case InputCoercionException ignored -> invalid("A number is larger than its field takes.");
            case StreamReadException e ->
                Problem.of(ProblemType.MALFORMED_JSON, "The JSON is malformed" + place(e) + ".");
            default -> unreadable(cause);
        };
    }

    private static Problem invalid(String detail) {
        return Problem.of(ProblemType.INVALID_BODY, detail);
    }

    /** An error of ours that stopped the reading, or else the connection's. */
    private static Problem unreadable(@Nullable Throwable cause) {
        return cause instanceof BodyTooLargeException e
                ? e.problem()
                : Problem.of(ProblemType.MALFORMED_REQUEST, "The body cannot be read to its end.");
    }

    private static String mismatch(MismatchedInputException error) {
        String path = error.getPath().stream()
                .map(JacksonException.Reference::getPropertyName)
                .map(String::valueOf)
                .collect(Collectors.joining("."));
        return path.isEmpty()
                ? "The body is not one object of the expected fields."
                : "The field '" + printable(path) + "' is missing, null or not of its type.";
    }

    private static String place(JacksonException error) {
        return " at line " + error.getLocation().getLineNr() + ", column "
                + error.getLocation().getColumnNr();
    }

    private static String printable(String name) {
        return name.chars()
                .limit(SHOWN)
                .mapToObj(c -> c >= ' ' && c <= '~' ? Character.toString(c) : "?")
                .collect(Collectors.joining());
    }
}
