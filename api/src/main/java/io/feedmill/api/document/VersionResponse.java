package io.feedmill.api.document;

import io.feedmill.common.post.Version;

/** What a post said at one version. */
record VersionResponse(long version, String text) {

    static VersionResponse of(Version version) {
        return new VersionResponse(version.number(), version.text());
    }
}
