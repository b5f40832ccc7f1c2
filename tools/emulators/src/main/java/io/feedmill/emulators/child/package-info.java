/** What runs inside a child process. It knows the emulators by name only, and nothing of the parent but its three streams. */
package io.feedmill.emulators.child;
