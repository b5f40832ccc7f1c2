package io.feedmill.common.post;

import java.util.SortedMap;

/** A post and what clients noted about it. */
public record Document(Post post, SortedMap<String, String> metadata) {}
