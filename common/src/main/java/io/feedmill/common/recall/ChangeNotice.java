package io.feedmill.common.recall;

import io.feedmill.common.key.JobId;
import io.feedmill.common.key.UserId;

/** The sign of a change that each instance of the API takes up within seconds. Each change has its own, so that none is deleted for another. */
public sealed interface ChangeNotice {

    JobId change();

    /** A post was recalled, or its recall has ended: this change was the last one. */
    record OfPost(Recall recall, JobId change) implements ChangeNotice {}

    /** The rights of the caller with this name in its tokens changed; empty: of all callers. */
    record OfCaller(String caller, JobId change) implements ChangeNotice {}

    /** Something in the author's feed changed. */
    record OfAuthor(UserId author, JobId change) implements ChangeNotice {}

    /** The author's entry in the list of those whose posts are read from their feeds changed. */
    record OfListing(UserId author, JobId change) implements ChangeNotice {}
}
