@NullMarked
package io.feedmill.faults.http;

import org.jspecify.annotations.NullMarked;
