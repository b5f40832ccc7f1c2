package io.feedmill.faults.protocol;

import io.feedmill.faults.protocol.ApiCall.Service;
import io.feedmill.faults.protocol.ThrottlingError.Limit;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An error by which DynamoDB or SQS refuses a call.
 *
 * @param type the exception's name after its namespace and a {@code #}
 * @param details the body's fields besides type and message
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html">TransactWriteItems</a> for cancellation reasons
 * @see <a href="https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/CommonErrors.html">Common errors of SQS</a>
 */
public record AwsError(int status, String type, String message, ObjectNode details) {
    private static final String DYNAMO_DB = "com.amazonaws.dynamodb.v20120810#";
    private static final String SQS = "com.amazonaws.sqs#";
    private static final String COMMON = "com.amazon.coral.service#";
    private static final String ARN = "arn:aws:dynamodb:ddblocal:000000000000:table/";
    private static final String ONGOING = "Transaction is ongoing for the item";

    private AwsError(int status, String type, String message) {
        this(status, type, message, Body.newObject());
    }

    /** Too many requests. The throttled parts of a transaction are ignored for any other call. */
    public static AwsError throttled(ApiCall call, ThrottlingError error, Limit limit, Set<Integer> parts) {
        if (call.service() == Service.SQS) {
            return new AwsError(400, SQS + "RequestThrottled", "The request was denied due to request throttling.");
        }
        if (Operations.TRANSACTIONS.contains(call.operation())) {
            return cancelled(call, error.cancellationCode, error.message, parts);
        }
        String reason = (Operations.READS.contains(call.operation()) ? "TableRead" : "TableWrite") + limit;
        ObjectNode details = Body.newObject();
        ArrayNode reasons = details.putArray(error.reasonsField);
        call.tables().forEach(table -> reasons.addObject().put("reason", reason).put("resource", ARN + table));
        return new AwsError(400, error.type, error.message, details);
    }

    /** Another transaction has the item. The part of a transaction that conflicts is ignored for any other call. */
    public static AwsError conflict(ApiCall call, int part) {
        return Operations.TRANSACTIONS.contains(call.operation())
                ? cancelled(call, "TransactionConflict", ONGOING, Set.of(part))
                : new AwsError(400, DYNAMO_DB + "TransactionConflictException", ONGOING);
    }

    /** A call that its caller may not make, or whose table or queue does not exist. */
    public static AwsError denied(Service service, DenialError error) {
        return new AwsError(400, error.type(service), error.message);
    }

    /** A failure inside AWS with status 500, or 503 for an unavailable service. */
    public static AwsError internal(Service service, int status) {
        if (status == 503) {
            return new AwsError(status, COMMON + "ServiceUnavailable", "Service is temporarily unavailable.");
        }
        return service == Service.DYNAMO_DB
                ? new AwsError(status, DYNAMO_DB + "InternalServerError", "Internal server error")
                : new AwsError(status, COMMON + "InternalFailure", "The request processing has failed.");
    }

    private static AwsError cancelled(ApiCall call, String code, String message, Set<Integer> parts) {
        List<String> codes = IntStream.range(0, call.parts())
                .mapToObj(part -> parts.contains(part) ? code : "None")
                .toList();
        ObjectNode details = Body.newObject();
        ArrayNode reasons = details.putArray("CancellationReasons");
        codes.forEach(each -> {
            ObjectNode reason = reasons.addObject().put("Code", each);
            if (each.equals(code)) {
                reason.put("Message", message);
            }
        });
        String sentence = "Transaction cancelled, please refer cancellation reasons for specific reasons " + codes;
        return new AwsError(400, DYNAMO_DB + "TransactionCanceledException", sentence, details);
    }

    /** The exception's name. */
    public String code() {
        return type.substring(type.indexOf('#') + 1);
    }

    /** The body in AWS's JSON protocol. */
    public ObjectNode body() {
        ObjectNode body = Body.newObject().put("__type", type).put("message", message);
        body.setAll(details);
        return body;
    }
}
