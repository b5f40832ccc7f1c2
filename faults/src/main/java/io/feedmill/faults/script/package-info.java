/** Scripts of faults: rules that say which requests suffer from what, when and how often. */
@NullMarked
package io.feedmill.faults.script;

import org.jspecify.annotations.NullMarked;
