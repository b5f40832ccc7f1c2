package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.Consistency;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.ItemKey;
import io.feedmill.common.feed.Truth;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Document;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.Version;
import io.feedmill.common.post.VersionPage;
import io.feedmill.common.publish.PublishRequest;
import io.feedmill.common.publish.PublishResult;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a {@link io.feedmill.common.post.DocumentStore} and a {@link io.feedmill.common.permission.PermissionStore} have to do. */
public abstract class DocumentStoreContract extends Contract {

    protected DocumentStoreContract(Backend backend) {
        super(backend);
    }

    static List<Audience> audiences() {
        return List.of(
                Audience.everyone(),
                new Audience.Followers(),
                new Audience.Users(new TreeSet<>()),
                new Audience.Users(new TreeSet<>(List.of("bob", "cleo"))));
    }

    private PublishRequest request(Audience audience, String key) {
        return new PublishRequest(newId(), author, "hello", key, null, audience);
    }

    private Audience truth(Post post) {
        return stores.feeds().truth(author, post.id()) instanceof Truth.Live live
                ? live.item().audience()
                : new Audience.Limited();
    }

    private Audience home(Post post) {
        ItemKey key = new ItemKey(FeedName.home(author), post.id());
        Map<ItemKey, FeedItem> items = stores.feeds().items(List.of(key), Consistency.STRONG);
        return Objects.requireNonNull(items.get(key)).audience();
    }

    @ParameterizedTest
    @MethodSource("audiences")
    void aPostHasTheAudienceThatItWasPublishedFor(Audience audience) {
        Post post = publish(request(audience, "key"));
        assertThat(stores.posts().find(post.id())).contains(post);
        assertThat(truth(post)).isEqualTo(audience);
        assertThat(home(post)).isEqualTo(audience.isEveryone() ? audience : new Audience.Limited());
    }

    @Test
    void theSameTextForAnotherAudienceIsAnotherRequest() {
        for (Audience audience : audiences()) {
            String key = "key " + audience;
            Post post = publish(request(audience, key));
            for (Audience other : audiences()) {
                assertThat(stores.publishing().publish(request(other, key)))
                        .isEqualTo(
                                other.equals(audience)
                                        ? new PublishResult.Replayed(post)
                                        : new PublishResult.KeyReused());
            }
        }
    }

    @Test
    void permissionsChangeInThePostAndInTheTruth() {
        Post post = publish("hello");
        for (Audience from : audiences()) {
            for (Audience to : audiences()) {
                assertThat(stores.permissions().permit(post, from)).isTrue();
                assertThat(stores.permissions().permit(post, to)).isTrue();
                assertThat(stores.posts().find(post.id()).map(Post::audience)).contains(to);
                assertThat(truth(post)).isEqualTo(to);
            }
        }
    }

    @Test
    void nobodyIsPermittedWhatIsGone() {
        Post post = publish("hello");
        backend.retract(author, post.id());
        assertThat(stores.permissions().permit(post, new Audience.Followers())).isFalse();
        Post never = new Post(newId(), author, "hello", 1);
        assertThat(stores.permissions().permit(never, Audience.everyone())).isFalse();
        assertThat(stores.posts().find(never.id())).isEmpty();
    }

    @Test
    void metadataIsReplacedAndLeavesThePost() {
        Post post = publish("hello");
        Map<String, String> metadata = Map.of("lang", "en", "#:héllo 😀", "");
        assertThat(stores.documents().find(post.id())).contains(new Document(post, new TreeMap<>()));
        assertThat(stores.documents().putMetadata(post.id(), metadata)).isTrue();
        assertThat(stores.documents().find(post.id())).contains(new Document(post, new TreeMap<>(metadata)));
        assertThat(stores.documents().putMetadata(post.id(), Map.of())).isTrue();
        assertThat(stores.documents().find(post.id())).contains(new Document(post, new TreeMap<>()));
    }

    @Test
    void whatIsNotThereTakesNoMetadata() {
        Post post = new Post(newId(), author, "hello", 1);
        assertThat(stores.documents().putMetadata(post.id(), Map.of("a", "b"))).isFalse();
        assertThat(stores.documents().find(post.id())).isEmpty();
    }

    @Test
    void aNewPostHasOneVersion() {
        Post post = publish(request(new Audience.Followers(), "key"));
        assertThat(stores.documents().versions(post.id(), null, 10))
                .isEqualTo(new VersionPage(List.of(new Version(1, "hello")), null));
        assertThat(stores.documents().versions(newId(), null, 10)).isEqualTo(new VersionPage(List.of(), null));
    }
}
