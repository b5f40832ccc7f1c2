package io.feedmill.faults.protocol;

import tools.jackson.databind.node.ObjectNode;

/**
 * An error answer.
 *
 * @param type the exception's name behind its namespace and a {@code #}
 * @param details what the body holds beside type and message
 */
public record AwsError(int status, String type, String message, ObjectNode details) {

    static AwsError of(int status, String type, String message) {
        return new AwsError(status, type, message, Json.object());
    }

    /** The exception's name. */
    public String code() {
        return type.substring(type.indexOf('#') + 1);
    }

    /** The body in AWS's JSON protocol. */
    public ObjectNode body() {
        ObjectNode body = Json.object().put("__type", type).put("message", message);
        body.setAll(details);
        return body;
    }
}
