/** How we speak to DynamoDB: tables, errors and batch writes. */
@NullMarked
package io.feedmill.common.dynamo;

import org.jspecify.annotations.NullMarked;
