@NullMarked
package io.feedmill.bench.micro;

import org.jspecify.annotations.NullMarked;
