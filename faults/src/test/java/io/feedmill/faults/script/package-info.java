@NullMarked
package io.feedmill.faults.script;

import org.jspecify.annotations.NullMarked;
