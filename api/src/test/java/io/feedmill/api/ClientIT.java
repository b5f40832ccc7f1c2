package io.feedmill.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feedmill.api.security.AllCalls;
import io.feedmill.client.AdminClient;
import io.feedmill.client.FeedmillClient;
import io.feedmill.client.FeedmillClient.Event;
import io.feedmill.client.FeedmillClient.FollowState;
import io.feedmill.client.FeedmillClient.Limits;
import io.feedmill.client.FeedmillClient.LiveEvent;
import io.feedmill.client.FeedmillClient.Message;
import io.feedmill.client.FeedmillClient.Notification;
import io.feedmill.client.FeedmillClient.Operation;
import io.feedmill.client.Post;
import io.feedmill.client.Post.AuthorCounters;
import io.feedmill.client.Post.Follows;
import io.feedmill.client.Post.NewPost;
import io.feedmill.client.Post.Permissions;
import io.feedmill.client.Post.Place;
import io.feedmill.client.ProblemException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.TestPropertySource;

/** The Java client calls each operation of the API. */
@ApiTest
@TestPropertySource(properties = ApiTest.ANNOUNCES)
class ClientIT {
    private static final Place PLACE = new Place("Clientland", "North", "A:b");

    private final Set<String> called = new TreeSet<>();
    private final FeedmillClient feedmill;
    private final AdminClient admin;

    ClientIT(@LocalServerPort int port) {
        this.feedmill = noting(
                FeedmillClient.class,
                FeedmillClient.of(URI.create("http://127.0.0.1:" + port), TestTokens::service, Limits.DEFAULT));
        this.admin = feedmill.admin();
    }

    /** Returns the client; each operation that it calls is noted. */
    private <T> T noting(Class<T> type, T client) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.isAnnotationPresent(Operation.class)) {
                        called.add(method.getAnnotation(Operation.class).value());
                    }
                    try {
                        return switch (method.invoke(client, arguments)) {
                            case null -> null;
                            case FeedmillClient other -> noting(FeedmillClient.class, other);
                            case AdminClient other -> noting(AdminClient.class, other);
                            case Object answer -> answer;
                        };
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private static Set<String> operations() {
        return Stream.of(FeedmillClient.class, AdminClient.class)
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(method -> method.isAnnotationPresent(Operation.class))
                .map(method -> method.getAnnotation(Operation.class).value())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void hasAMethodForEachCall() {
        assertThat(operations()).containsExactlyInAnyOrderElementsOf(AllCalls.lines());
    }

    @Test
    void eachMethodIsUnderstood() {
        Post post = feedmill.publishPost(
                new NewPost("cl-ann", "hi", Map.of("n", 1), PLACE, Permissions.PUBLIC, List.of("cl-bob")));
        documents(post);
        jobs(post.id());
        reactions(post.id());
        notifications();
        feeds(post);
        follows();
        requests();
        mutesAndBlocks();
        roomsAndDevices();
        reports();
        operators();
        feedmill.as("cl-ann").retractPost(post.id());
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> feedmill.getPost(post.id()))
                .returns(true, problem -> problem.is("post-gone"));
        assertThat(called).isEqualTo(operations());
    }

    private void documents(Post post) {
        FeedmillClient ann = feedmill.as("cl-ann");
        assertThat(ann.getPost(post.id())).isEqualTo(post);
        assertThat(ann.editPost(post.id(), 1, "new", Map.of("n", 2), List.of("cl-bob"))
                        .version())
                .isEqualTo(2);
        assertThat(ann.postVersions(post.id())).extracting(Post.Version::text).containsExactly("hi", "new");
        assertThat(ann.getVersion(post.id(), 2).data()).isEqualTo(Map.of("n", 2));
        ann.putMetadata(post.id(), Map.of("a", "b"));
        assertThat(ann.getMetadata(post.id())).isEqualTo(Map.of("a", "b"));
        assertThat(ann.getPermissions(post.id())).isEqualTo(Permissions.PUBLIC);
        Post other = ann.publishPost(new NewPost("cl-ann", "for bob"));
        ann.putPermissions(other.id(), new Permissions(List.of("cl-bob")));
        assertThat(ann.getPermissions(other.id())).isEqualTo(new Permissions(List.of("cl-bob")));
        assertThat(feedmill.as("cl-bob").getPermissions(other.id())).isEqualTo(new Permissions("list"));
    }

    private void jobs(String post) {
        assertThat(feedmill.as("cl-ann").getFanout(post, null).cause()).isEqualTo("publication");
        assertThat(feedmill.as("cl-bob").getFanout(post, null).cause()).isNull();
        assertThat(feedmill.as("cl-ann").postJobs(post))
                .hasSize(2)
                .allSatisfy(job -> assertThat(feedmill.as("cl-ann").getFanout(post, String.valueOf(job.job())))
                        .isEqualTo(job));
        assertThat(feedmill.getReaderFanout(post, "cl-bob").state()).isEqualTo("not-a-recipient");
    }

    private void reactions(String post) {
        feedmill.addReaction(post, "like", "cl-bob");
        feedmill.removeReaction(post, "like", "cl-bob");
        feedmill.recordView(post, "cl-bob");
        assertThat(feedmill.as("cl-bob").getPostCounters(post).deliveries()).isNull();
        assertThat(feedmill.getAuthorCounters("cl-ann"))
                .isEqualTo(new AuthorCounters(0, 0, new Follows(0, true, null), new Follows(0, true, null)));
        feedmill.addReaction(post, "sad", "cl-bob");
        String unknown = "1".repeat(22);
        Post.Listed listed = feedmill.as("cl-bob").getPosts(List.of(post, unknown), "reactions,counts");
        assertThat(listed.left()).isEmpty();
        assertThat(listed.items()).singleElement().satisfies(each -> {
            assertThat(each.id()).isEqualTo(post);
            assertThat(each.reacted()).containsExactly("sad");
            assertThat(each.counts()).isEqualTo(new Post.Counters(0, Map.of(), null));
        });
        assertThat(feedmill.getPosts(List.of(post), null).items())
                .singleElement()
                .satisfies(each -> assertThat(each.reacted()).isNull());
    }

    private void notifications() {
        feedmill.sendNotification("cl-ann", "invoice", "7", "cl-bob", Map.of("due", "today"));
        Notification shown = feedmill.notifications("cl-ann").findFirst().orElseThrow();
        assertThat(shown.actors()).containsExactly("cl-bob");
        assertThat(shown.data()).isEqualTo(Map.of("due", "today"));
        assertThat(feedmill.unseenNotifications("cl-ann").unseen()).isEqualTo(1);
        feedmill.seeNotifications("cl-ann", shown.at());
        feedmill.readNotification("cl-ann", shown.id());
        assertThat(feedmill.notifications("cl-ann")).allMatch(item -> item.seen() && item.read());
    }

    private void feeds(Post post) {
        feedmill.mute("cl-nobody", "feedmill"); // else it has the announcements of other tests
        assertThat(feedmill.homeFeed("cl-nobody")).isEmpty();
        assertThat(feedmill.homeFeed("cl-nobody", 10, null, false, null).end()).isEqualTo("complete");
        try (Stream<LiveEvent> events = feedmill.liveHomeFeed("cl-nobody")) {
            assertThat(events.findFirst().orElseThrow())
                    .isEqualTo(new LiveEvent.Page(feedmill.homeFeed("cl-nobody", 50, null, null, null)));
        }
        assertThat(feedmill.authorFeed(
                        "cl-ann", post.createdAt(), post.createdAt().plusNanos(1)))
                .singleElement()
                .returns(post.id(), item -> item.post());
        assertThat(feedmill.postsInCity("Clientland", "North", "A:b"))
                .extracting(Post::place)
                .containsExactly(PLACE);
        assertThat(feedmill.postsInState("Clientland", "North")).hasSize(1);
        assertThat(feedmill.postsInCountry("Clientland")).hasSize(1);
        assertThat(feedmill.rebuildFeed("cl-nobody").state()).isEqualTo("RUNNING");
        assertThat(feedmill.getRebuild("cl-nobody").completedAt()).isNull();
    }

    private void follows() {
        assertThat(admin.importFollows(BodyPublishers.ofString("cl-cleo cl-ann\ncl-cleo\n"))
                        .rejected())
                .extracting(line -> line.line())
                .containsExactly(2L);
        assertThat(feedmill.follow("cl-bob", "cl-ann")).isEqualTo(FollowState.FOLLOWING);
        assertThat(feedmill.isFollowing("cl-bob", "cl-ann")).isEqualTo(FollowState.FOLLOWING);
        assertThat(feedmill.followers("cl-ann")).containsExactly("cl-bob", "cl-cleo");
        assertThat(feedmill.following("cl-bob")).containsExactly("cl-ann");
        assertThat(feedmill.following("cl-bob", List.of("cl-dan", "cl-ann"))).containsExactly("cl-ann");
        feedmill.unfollow("cl-bob", "cl-ann");
        feedmill.removeFollower("cl-ann", "cl-cleo");
        assertThat(feedmill.isFollowing("cl-bob", "cl-ann")).isEqualTo(FollowState.NOT_FOLLOWING);
    }

    private void requests() {
        feedmill.putFollowPolicy("cl-dan", "asks");
        assertThat(feedmill.getFollowPolicy("cl-dan")).isEqualTo("asks");
        assertThat(feedmill.follow("cl-bob", "cl-dan")).isEqualTo(FollowState.REQUESTED);
        feedmill.follow("cl-eve", "cl-dan");
        assertThat(feedmill.isFollowing("cl-bob", "cl-dan")).isEqualTo(FollowState.REQUESTED);
        assertThat(feedmill.followRequests("cl-dan")).containsExactly("cl-bob", "cl-eve");
        feedmill.acceptFollow("cl-dan", "cl-bob");
        feedmill.refuseFollow("cl-dan", "cl-eve");
        assertThat(feedmill.followers("cl-dan")).containsExactly("cl-bob");
        feedmill.follow("cl-eve", "cl-dan");
        assertThat(feedmill.refuseFollows("cl-dan")).isNull();
        assertThat(feedmill.followRequests("cl-dan")).isEmpty();
    }

    private void mutesAndBlocks() {
        feedmill.mute("cl-bob", "cl-eve");
        assertThat(feedmill.mutedUsers("cl-bob")).containsExactly("cl-eve");
        feedmill.unmute("cl-bob", "cl-eve");
        feedmill.block("cl-bob", "cl-eve");
        assertThat(feedmill.blockedUsers("cl-bob")).containsExactly("cl-eve");
        feedmill.unblock("cl-bob", "cl-eve");
    }

    private void roomsAndDevices() {
        Message message = feedmill.sendMessage("cl-room", "cl-ann", "hi");
        assertThat(feedmill.roomMessages("cl-room", "cl-ann", null, null)).containsExactly(message);
        feedmill.as("cl-ann").deleteMessage("cl-room", message.id());
        Event event = new Event("e", Instant.parse("2026-01-01T00:00:00Z"), "data");
        assertThat(feedmill.appendEvents("cl-device", List.of(event, event)).duplicates())
                .isEqualTo(1);
        assertThat(feedmill.deviceEvents("cl-device", event.at(), null, "oldest"))
                .containsExactly(event);
    }

    private void reports() {
        admin.requestReport();
        assertThat(admin.reports()).doesNotContainNull();
        isRefused("report-not-found", () -> admin.getReport("203001010000"));
    }

    private void operators() {
        assertThat(admin.workers().items()).isEmpty();
        assertThat(admin.deadLetters().complete()).isTrue();
        assertThat(admin.redrive("deliver", true, null, 10, null).moved()).isZero();
        AdminClient.Announcement announcement = admin.announce("hear");
        assertThat(admin.getAnnouncement(announcement.id())).isEqualTo(announcement);
        assertThat(admin.putOnRead("cl-read")).isEqualTo(admin.getOnRead("cl-read"));
        assertThat(admin.deleteOnRead("cl-read").listed()).isFalse();
        assertThat(admin.spreadRoom("cl-room", 2)).isEqualTo(admin.getRoom("cl-room"));
        assertThat(admin.putDormant(30).days()).isEqualTo(30);
        assertThat(admin.deleteDormant().days()).isNull();
        assertThat(admin.getDormant().since()).isNotNull();
        admin.changeRights("cl-zoe", null, true);
        assertThat(admin.getRights("cl-zoe").suspended()).isTrue();
        admin.revokeAllTokens(Instant.EPOCH);
        isRefused("table-not-found", () -> admin.partitions("no-table", null, null, null));
    }

    private static void isRefused(String type, ThrowingCallable call) {
        assertThatExceptionOfType(ProblemException.class).isThrownBy(call).returns(true, problem -> problem.is(type));
    }
}
