package io.feedmill.faults.protocol;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The errors with which DynamoDB and SQS refuse a call.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html">TransactWriteItems</a> for cancellation reasons
 * @see <a href="https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/CommonErrors.html">Common errors of SQS</a>
 */
public final class Refusals {
    private static final String DYNAMO_DB = "com.amazonaws.dynamodb.v20120810#";
    private static final String SQS = "com.amazonaws.sqs#";
    private static final String COMMON = "com.amazon.coral.service#";
    private static final String ARN = "arn:aws:dynamodb:ddblocal:000000000000:table/";
    private static final String ONGOING = "Transaction is ongoing for the item";

    private Refusals() {}

    /** How many parts a transaction has; 1 for any other call. */
    public static int parts(ApiCall call) {
        return Math.max(1, call.transactItems().size());
    }

    /**
     * Too many requests.
     *
     * @param parts the parts of a transaction that are throttled; of no matter for any other call
     */
    public static AwsError throttled(ApiCall call, ThrottlingError error, Limit limit, Set<Integer> parts) {
        if (call.service() == Service.SQS) {
            return AwsError.of(400, SQS + "RequestThrottled", "The request was denied due to request throttling.");
        }
        if (Operations.TRANSACTIONS.contains(call.operation())) {
            return cancelled(call, error.cancellationCode(), error.message(), parts);
        }
        return new AwsError(400, error.type(), error.message(), reasons(call, error, limit));
    }

    /**
     * Another transaction has the item.
     *
     * @param part the part of a transaction that conflicts; of no matter for any other call
     */
    public static AwsError conflict(ApiCall call, int part) {
        return Operations.TRANSACTIONS.contains(call.operation())
                ? cancelled(call, "TransactionConflict", ONGOING, Set.of(part))
                : AwsError.of(400, DYNAMO_DB + "TransactionConflictException", ONGOING);
    }

    /** Something went wrong inside of AWS: the status is 500, or 503 for a service that is not available. */
    public static AwsError internal(Service service, int status) {
        if (status == 503) {
            return AwsError.of(status, COMMON + "ServiceUnavailable", "Service is temporarily unavailable.");
        }
        return service == Service.DYNAMO_DB
                ? AwsError.of(status, DYNAMO_DB + "InternalServerError", "Internal server error")
                : AwsError.of(status, COMMON + "InternalFailure", "The request processing has failed.");
    }

    private static ObjectNode reasons(ApiCall call, ThrottlingError error, Limit limit) {
        String reason = (Operations.READS.contains(call.operation()) ? "TableRead" : "TableWrite") + limit.text();
        ObjectNode details = Json.object();
        ArrayNode reasons = details.putArray(error.reasonsField());
        call.tables().forEach(table -> reasons.addObject().put("reason", reason).put("resource", ARN + table));
        return details;
    }

    private static AwsError cancelled(ApiCall call, String code, String message, Collection<Integer> parts) {
        List<String> codes = IntStream.range(0, parts(call))
                .mapToObj(part -> parts.contains(part) ? code : "None")
                .toList();
        ObjectNode details = Json.object();
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
}
