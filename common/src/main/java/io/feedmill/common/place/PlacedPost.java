package io.feedmill.common.place;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;

/** A post and where it is. What it says, and to whom, is not known here: its author's feed tells. */
public record PlacedPost(Place place, PostId post, UserId author) {}
