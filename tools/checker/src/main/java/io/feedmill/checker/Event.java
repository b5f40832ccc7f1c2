package io.feedmill.checker;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** One line of a history, as {@code docs/history.md} describes it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Settings.class, name = "settings"),
    @JsonSubTypes.Type(value = Call.class, name = "call"),
    @JsonSubTypes.Type(value = StreamEvent.class, name = "stream"),
    @JsonSubTypes.Type(value = Mark.class, name = "mark")
})
public sealed interface Event permits Settings, Call, StreamEvent, Mark {}
