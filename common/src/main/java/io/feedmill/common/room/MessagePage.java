package io.feedmill.common.room;

import io.feedmill.common.key.MessageKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages, newest first.
 *
 * @param next go on behind this message; null: there are no more.
 */
public record MessagePage(List<Message> messages, @Nullable MessageKey next) {}
