package io.feedmill.common.outbox;

import io.feedmill.common.queue.QueueMessage;

/**
 * Work that begins in a transaction.
 *
 * @param work its outbox row joins the transaction
 * @param message its first message, to send after the commit: without it, the work waits for the relay
 */
public record NewWork(OpenWork work, QueueMessage message) {}
