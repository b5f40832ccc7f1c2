@NullMarked
package io.feedmill.servers;

import org.jspecify.annotations.NullMarked;
