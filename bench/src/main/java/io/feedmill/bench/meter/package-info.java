/** What AWS would bill: a proxy that counts requests, bytes and capacity units. It costs time: no round that measures time goes through it. */
@NullMarked
package io.feedmill.bench.meter;

import org.jspecify.annotations.NullMarked;
