/** What all commands of the launcher have in common: how they refuse a command line, and how they fail. */
@NullMarked
package io.feedmill.stack.command;

import org.jspecify.annotations.NullMarked;
