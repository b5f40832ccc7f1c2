/** Makes reports of the ledger: each event is in exactly one. */
@NullMarked
package io.feedmill.worker.report;

import org.jspecify.annotations.NullMarked;
