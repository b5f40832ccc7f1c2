package io.feedmill.api.counter;

import io.feedmill.api.access.ReadablePosts;
import io.feedmill.api.http.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.security.Access;
import io.feedmill.api.security.Scope;
import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.counter.Reactions;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PostStore;
import io.feedmill.common.queue.QueueSender;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/v1/posts/{id}/reactions/{kind}/{user}")
@Access(scope = Scope.REACT, owner = "{user}")
record ReactionController(
        ReadablePosts readable, PostStore posts, CounterStore reactions, ReactionSettings settings, QueueSender queue) {
    /** Answers after SQS has taken the reaction, as what is made of it comes by workers. A repetition sends again what an earlier call may have not. */
    @PutMapping
    void addReaction(@PathVariable String id, @PathVariable String kind, @PathVariable String user) {
        if (!settings.kinds().contains(kind)) {
            throw invalid("use one of " + String.join(", ", settings.kinds()) + ".");
        }
        ReactionKey reaction = reaction(id, kind, user);
        Post post = readable.post(id, reaction.user());
        reactions.add(reaction);
        queue.send(Reactions.of(reaction, post.author()));
    }

    /** Removes a reaction, also of a kind that is no longer in the settings, and of a post that the user may not read any more. */
    @DeleteMapping
    void removeReaction(@PathVariable String id, @PathVariable String kind, @PathVariable String user) {
        ReactionKey reaction = reaction(id, kind, user);
        reactions.remove(reaction);
        posts.author(reaction.post()).ifPresent(author -> queue.send(Reactions.of(reaction, author)));
    }

    private static ReactionKey reaction(String id, String kind, String user) {
        if (!ReactionKey.isKind(kind)) {
            throw invalid("use 1 to 32 characters from a-z 0-9 -");
        }
        UserId reader = ClientIds.user("user", user);
        return new ReactionKey(ClientIds.post(id), kind, reader);
    }

    private static ProblemException invalid(String advice) {
        return new ProblemException(ProblemType.INVALID_REACTION, "Invalid reaction kind: " + advice);
    }
}
