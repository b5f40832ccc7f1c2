/** What runs inside a child process. It knows the emulators by name only, and nothing of the parent but its three streams. */
@NullMarked
package io.feedmill.servers.child;

import org.jspecify.annotations.NullMarked;
