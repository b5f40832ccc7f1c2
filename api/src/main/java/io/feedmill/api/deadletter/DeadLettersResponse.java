package io.feedmill.api.deadletter;

import java.util.List;

/**
 * All dead letters, by queue and reason.
 *
 * @param complete false if there were more than one call looks at
 * @param hidden about how many others there are, that another call has in hand
 */
record DeadLettersResponse(List<GroupResponse> items, boolean complete, int hidden) {}
