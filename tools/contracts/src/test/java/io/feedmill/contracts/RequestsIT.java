package io.feedmill.contracts;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.counter.Views;
import io.feedmill.common.device.DeviceStore.DeviceEvent;
import io.feedmill.common.device.DeviceStore.EventRequest;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.EventKey;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.MessageKey;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.notification.NotificationKey;
import io.feedmill.common.outbox.NoteStore.Note;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.publish.PostRows;
import io.feedmill.common.publish.PostStore.VersionId;
import io.feedmill.common.recall.ChangeNotice;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.recall.Recall.Kind;
import io.feedmill.common.room.RoomStore.Message;
import io.feedmill.common.room.RoomStore.MessageRequest;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.Ledgers;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.contract.Contract;
import io.feedmill.testkit.server.DynamoBackend;
import io.feedmill.testkit.server.RecordedRequests;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.RequestOverrideConfiguration;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The requests of the stores. DynamoDB Local always reads consistently and bills nothing, so only the requests show the difference. */
class RequestsIT extends Contract {
    private static final DynamoBackend BACKEND = DynamoBackend.inDynamoDbLocal();
    private static final Audience FOLLOWERS = new Audience.Followers();

    private final RecordedRequests requests = BACKEND.requests();
    private final PostId unknown = newId();

    RequestsIT() {
        super(BACKEND);
    }

    @BeforeEach
    void forget() {
        requests.clear();
    }

    /** The first table of an emulator that has just started takes longer than the limit of other calls. */
    @Test
    void callsAboutNewTablesMayTakeHalfAMinute() {
        assertThat(DynamoBackend.inDynamoDbLocal().requests().all())
                .isNotEmpty()
                .allSatisfy(request -> assertThat(
                                request.overrideConfiguration().flatMap(RequestOverrideConfiguration::apiCallTimeout))
                        .contains(Duration.ofSeconds(30)));
    }

    private static boolean isConsistent(SdkRequest request) {
        return switch (request) {
            case GetItemRequest get -> Boolean.TRUE.equals(get.consistentRead());
            case QueryRequest query -> Boolean.TRUE.equals(query.consistentRead());
            case BatchGetItemRequest batch ->
                batch.requestItems().values().stream()
                        .map(KeysAndAttributes::consistentRead)
                        .allMatch(Boolean.TRUE::equals);
            case ScanRequest scan -> Boolean.TRUE.equals(scan.consistentRead());
            default -> throw new AssertionError("no read: " + request);
        };
    }

    private void assertReads(Runnable reading, Boolean... consistent) {
        requests.clear();
        reading.run();
        assertThat(requests.all().stream().map(RequestsIT::isConsistent)).containsExactly(consistent);
    }

    private List<List<TransactWriteItem>> transactions() {
        return requests.of(TransactWriteItemsRequest.class).stream()
                .map(TransactWriteItemsRequest::transactItems)
                .toList();
    }

    /** The calls make no other requests than transactions with these numbers of items. */
    private void assertTransactions(Runnable calls, Integer... items) {
        requests.clear();
        calls.run();
        assertThat(transactions()).extracting(List::size).containsExactly(items);
        assertThat(requests.all()).hasOnlyElementsOfType(TransactWriteItemsRequest.class);
    }

    /** The items of this kind of the only transaction. */
    private <W> Stream<W> written(Function<TransactWriteItem, @Nullable W> kind) {
        assertThat(transactions()).hasSize(1);
        return transactions().getFirst().stream().map(kind).filter(Objects::nonNull);
    }

    private void importFollowers(List<UserId> followers) {
        stores.follows()
                .importAll(followers.stream()
                        .map(follower -> new Follow(follower, author))
                        .toList());
    }

    /** A walk shows what was there when it began, also what no replica but the leader has yet. */
    @Test
    void aPageOfAFeedIsOneQueryAtHalfThePriceAfterThePostsOfTheLastMinutes() {
        assertPage(PageRequest.first(50), true);
        assertPage(pageAfter(Duration.ZERO), true);
        assertPage(pageAfter(Duration.ofMinutes(5).minusNanos(1)), true);
        assertPage(pageAfter(Duration.ofMinutes(5)), false);
    }

    private void assertPage(PageRequest page, boolean consistent) {
        assertReads(() -> stores.feeds().page(FeedName.home(author), page), consistent);
        assertReads(() -> stores.feeds().page(FeedName.author(author), page), consistent);
    }

    private PageRequest pageAfter(Duration age) {
        return new PageRequest(null, idAt(clock.instant().minus(age)).feedKey(), 50);
    }

    @Test
    void truthJobsViewersRecallsAndTheRowsOfReadersAreReadConsistently() {
        assertReads(() -> stores.feeds().truth(author, unknown), true);
        JobId job = JobId.of(publish("hello").id());
        stores.jobs().putSlice(job, new Slice(1, user("a"), user("b"), 2));
        assertReads(() -> stores.jobs().find(job), true);
        assertReads(() -> stores.jobs().slice(job, 1), true);
        assertReads(() -> stores.views().unseen(unknown, users("bob")), true);
        assertReads(() -> stores.recalls().all(1_000), true, true, true, true);
        assertReads(() -> stores.recalls().open(), true, true, true, true);
        assertReads(() -> stores.readers().view(author).hidden(), true);
        assertReads(() -> stores.readers().view(author), true);
        assertReads(() -> stores.readers().blocked(List.of(new Follow(user("bob"), author))), true);
        assertReads(() -> stores.readers().mutedBy(author, null, 10), true);
        assertReads(() -> stores.readers().mutedBy(author, user("bob"), 10), false);
        assertReads(() -> stores.readers().blockedBy(author, null, 10), true);
        assertReads(() -> stores.rebuilds().find(author), true);
        assertReads(() -> stores.follows().followingAfter(author, user("bob"), 10), true);
    }

    /** An audit reports findings on the basis of these reads alone. */
    @Test
    void manyItemsAndFollowsAreReadWithTheGivenConsistency() {
        List<ItemKey> items = List.of(new ItemKey(FeedName.home(author), unknown));
        List<Follow> relations = List.of(new Follow(user("bob"), author));
        assertReads(() -> stores.feeds().items(items, Consistency.STRONG), true);
        assertReads(() -> stores.feeds().items(items, Consistency.EVENTUAL), false);
        assertReads(() -> stores.follows().since(relations, Consistency.STRONG), true);
        assertReads(() -> stores.follows().since(relations, Consistency.EVENTUAL), false);
        assertReads(() -> stores.follows().followed(user("bob"), Set.of(author, user("cleo"))), true);
        assertThat(requests.of(BatchGetItemRequest.class)
                        .getLast()
                        .requestItems()
                        .values())
                .flatExtracting(KeysAndAttributes::keys)
                .extracting(key -> new Row(key).pk())
                .containsExactly("following:bob", "following:bob");
    }

    @Test
    void anAuthorsPostsAndAHomeFeedAreReadWithTheGivenConsistencyOnEveryPage() {
        for (Consistency consistency : Consistency.values()) {
            boolean strong = consistency == Consistency.STRONG;
            assertReads(() -> stores.feeds().posts(author, null, 10, consistency), strong);
            assertReads(() -> stores.feeds().posts(author, unknown.feedKey(), 10, consistency), strong);
            assertReads(() -> stores.feeds().homePage(user("bob"), Set.of(author), null, 10, consistency), strong);
            assertReads(
                    () -> stores.feeds().homePage(user("bob"), Set.of(author), unknown.feedKey(), 10, consistency),
                    strong);
        }
        assertThat(requests.of(QueryRequest.class))
                .extracting(QueryRequest::projectionExpression)
                .containsOnly("sk, author");
        assertReads(() -> stores.feeds().posts(author, List.of(unknown, newId())), true);
        assertReads(() -> stores.outbox().holds(Job.work(0, JobId.of(unknown), author)), true);
    }

    @Test
    void scansAndFollowTimesAreReadAtHalfThePrice() {
        assertReads(() -> stores.feeds().scanAuthors(Segment.WHOLE, null, 1), false);
        assertReads(() -> stores.feeds().scanHomes(Segment.WHOLE, null, 1), false);
        assertReads(() -> stores.follows().followersSince(author, null, 10), false);
        assertReads(() -> stores.follows().followersSince(author, user("bob"), 10), false);
    }

    @Test
    void postsAreReadConsistently() {
        assertReads(() -> stores.posts().find(unknown), true);
        assertReads(() -> stores.posts().author(unknown), true);
        List<VersionId> newest = List.of(
                new VersionId(publish("one").id(), 1),
                new VersionId(publish("two").id(), 1));
        assertReads(() -> stores.posts().contents(newest), true);
        assertReads(() -> stores.posts().contents(List.of(new VersionId(unknown, 1))), true, true);
    }

    @Test
    void aDocumentsPartsAreOneConsistentQueryEach() {
        assertReads(() -> stores.posts().document(unknown), true);
        assertReads(() -> stores.posts().versions(unknown, null, 10), true);
        Post post = publish("hello");
        change(post, edit("bye"));
        assertReads(() -> stores.posts().versions(post.id(), 1L, 10), true);
        assertReads(() -> stores.posts().versions(post.id(), null, 10), true, true);
        assertReads(() -> stores.posts().version(post.id(), 1), true, true);
        assertReads(() -> stores.posts().version(post.id(), 2), true);
    }

    @Test
    void onlyTheFirstPageOfAPlaceIsConsistent() {
        Place place = new Place(fresh("USA"), "TX", null);
        assertReads(() -> stores.places().posts(place, null, 10), true, true, true, true);
        String after = "TX#Houston#" + unknown.feedKey();
        assertReads(() -> stores.places().posts(place, after, 10), false, false, false, false);
    }

    @Test
    void namesOfFollowersAreReadConsistentlyOnEveryPageOfAPlanAndNothingElse() {
        List<UserId> followers = users("bob", 3);
        importFollowers(followers);
        assertNames(() -> stores.follows().followersAfter(author, null, 3));
        assertNames(() -> stores.follows().followersAfter(author, followers.getFirst(), 1));
        assertNames(() -> stores.follows().followersBetween(author, user("a"), user("z"), null, 3));
        assertReads(() -> stores.follows().follows(new Follow(user("bob"), author)), true);
    }

    /** A plan reads thousands of them, twice for each slice. */
    private void assertNames(Runnable reading) {
        assertReads(reading, true);
        assertThat(requests.of(QueryRequest.class))
                .extracting(QueryRequest::projectionExpression)
                .containsExactly("sk");
    }

    @Test
    void aFollowCountsFollowsAtHalfThePriceAndARepetitionReadsTwice() {
        Follow follow = new Follow(user("bob"), author);
        requests.clear();
        stores.follows().follow(follow);
        assertThat(requests.all())
                .hasExactlyElementsOfTypes(
                        BatchGetItemRequest.class, QueryRequest.class, TransactWriteItemsRequest.class);
        assertThat(requests.of(QueryRequest.class)).singleElement().satisfies(count -> {
            assertThat(isConsistent(count)).isFalse();
            assertThat(count.select()).isEqualTo(Select.COUNT);
            assertThat(count.limit()).isEqualTo(7_500);
        });
        assertReads(() -> stores.follows().follow(follow), true, true);
        assertThat(requests.all()).hasExactlyElementsOfTypes(BatchGetItemRequest.class, GetItemRequest.class);
    }

    @Test
    void aLeaseIsOneWriteAndOneReadAtHalfThePrice() {
        requests.clear();
        stores.outbox().lease(fresh("worker"), Duration.ofSeconds(30));
        assertThat(requests.all()).hasExactlyElementsOfTypes(UpdateItemRequest.class, QueryRequest.class);
        assertThat(isConsistent(requests.all().getLast())).isFalse();
    }

    @Test
    void onlyTheFirstPageForDisplayIsConsistent() {
        assertReads(() -> stores.follows().followers(author, null, 10), true);
        assertReads(() -> stores.follows().followers(author, user("bob"), 10), false);
        assertReads(() -> stores.follows().following(author, null, 10), true);
        assertReads(() -> stores.follows().following(author, user("bob"), 10), false);
        assertReads(() -> stores.follows().requests(author, null, 10), true);
        assertReads(() -> stores.follows().requests(author, user("bob"), 10), false);
        assertReads(() -> stores.follows().asks(author), true);
        assertReads(() -> stores.follows().isRequested(new Follow(user("bob"), author)), true);
    }

    /** A policy and a request cost a key of the batch each, a follow of one who never asked one condition. */
    @Test
    void followAndUnfollowReadOneRowBesidesTheFollowAndABlockTwo() {
        Follow follow = new Follow(user("bob"), author);
        requests.clear();
        stores.follows().follow(follow);
        stores.follows().unfollow(follow);
        assertThat(requests.of(QueryRequest.class)).hasSize(1);
        assertThat(requests.all()).hasSize(5);
        stores.readers().block(user("bob"), author);
        assertThat(requests.of(BatchGetItemRequest.class))
                .allMatch(RequestsIT::isConsistent)
                .extracting(batch -> batch.requestItems().values().stream()
                        .mapToInt(keys -> keys.keys().size())
                        .sum())
                .containsExactly(3, 3, 3, 3);
        assertThat(transactions()).extracting(List::size).containsExactly(8, 5, 6);
    }

    @Test
    void countersLedgerAndOutboxAreReadConsistentlyAndTheRowsOfWorkersAtHalfThePrice() {
        assertReads(() -> stores.outbox().rows(0, clock.instant(), null, 10), true);
        assertReads(() -> stores.outbox().rows(0, clock.instant(), "0", 10), true);
        assertReads(() -> stores.workers().all(), false);
        assertReads(() -> stores.counters().author(author), true);
        assertReads(() -> stores.counters().post(unknown), true, true);
        requests.clear();
        Ledgers.entries(stores.ledger(), QuarterHour.of(clock.instant()));
        assertThat(requests.all()).isNotEmpty().allMatch(RequestsIT::isConsistent);
    }

    private MessageKey say(String room, String user) {
        MessageKey key = new MessageKey(user(user), Ticks.ofInstant(clock.instant()), "11111111111");
        stores.rooms().post(new Message(room, key, "hello"), 2, clock.instant().plus(Duration.ofDays(90)));
        return key;
    }

    /** The room's row comes first, and then each partition. */
    @Test
    void aUsersFirstPageOfARoomAndTheRoomsRowAreReadConsistently() {
        String room = fresh("room");
        MessageKey key = say(room, "ann");
        MessageRequest anns = MessageRequest.newest(room, 10).by(user("ann"));
        assertReads(() -> stores.rooms().page(anns), true, true, true);
        assertReads(() -> stores.rooms().page(anns.after(key)), true, true, true);
        clock.advance(Duration.ofMinutes(5));
        assertReads(() -> stores.rooms().page(anns.after(key)), true, false, false);
    }

    @Test
    void messagesOfAllUsersAreReadFromTheIndexWithoutConsistency() {
        String room = fresh("room");
        say(room, "ann");
        assertReads(() -> stores.rooms().page(MessageRequest.newest(room, 10)), true, false, false);
        assertThat(requests.of(QueryRequest.class))
                .hasSize(2)
                .allSatisfy(query -> assertThat(query.indexName()).isEqualTo("by_time"));
    }

    @Test
    void aMessageInAKnownRoomCostsOneReadAtHalfThePriceAndOneWrite() {
        String room = fresh("room");
        say(room, "ann");
        requests.clear();
        say(room, "ben");
        assertThat(requests.all()).hasSize(2);
        assertThat(isConsistent(requests.all().getFirst())).isFalse();
        assertThat(requests.of(PutItemRequest.class)).hasSize(1);
    }

    @Test
    void newsIsOneTransactionOfTwoActorsAreOneWriteAndARepetitionIsNone() {
        NotificationKey group = new NotificationKey(author, "like", "it");
        UserId bob = user("bob");
        Map<UserId, Long> standing = new HashMap<>(Map.of(bob, 1L));
        Runnable refresh = () -> stores.notifications().refresh(group, Set.of(bob), actors -> Map.copyOf(standing));
        requests.clear();
        refresh.run();
        assertThat(requests.all())
                .hasExactlyElementsOfTypes(BatchGetItemRequest.class, TransactWriteItemsRequest.class);
        assertThat(transactions()).extracting(List::size).containsExactly(2);
        assertReads(refresh, true);
        standing.clear();
        requests.clear();
        refresh.run();
        assertThat(requests.all()).hasExactlyElementsOfTypes(BatchGetItemRequest.class, UpdateItemRequest.class);
    }

    @Test
    void notificationsAreReadConsistentlyAndASeenOneIsOneWrite() {
        stores.notifications().add(new NotificationKey(author, "like", "it"), null, null, 1);
        assertReads(() -> stores.notifications().page(author, 0, null, 10), true);
        assertThat(requests.of(QueryRequest.class))
                .extracting(QueryRequest::indexName)
                .containsExactly("by_time");
        assertReads(() -> stores.notifications().marks(author), true);
        requests.clear();
        stores.notifications().see(author, stores.notifications().marks(author).newest());
        assertThat(requests.all()).hasExactlyElementsOfTypes(GetItemRequest.class, UpdateItemRequest.class);
    }

    @Test
    void theFirstPageOfALogIsConsistentAndOneEventIsOneWrite() {
        DeviceEvent event = new DeviceEvent(new EventKey(1, "e"), "hello");
        stores.devices().append(author.value(), List.of(event));
        assertThat(requests.all()).hasSize(1).hasOnlyElementsOfType(PutItemRequest.class);
        EventRequest all = new EventRequest(author.value(), 0, EventKey.MAX_MILLIS + 1, false, null, 10);
        assertReads(() -> stores.devices().page(all), true);
        assertReads(() -> stores.devices().page(all.after(event.key())), false);
    }

    @Test
    void duplicatesInAListAreReadConsistentlyAndNotWritten() {
        List<DeviceEvent> events = IntStream.range(0, 120)
                .mapToObj(i -> new DeviceEvent(new EventKey(i, "e"), "hello"))
                .toList();
        stores.devices().append(author.value(), events);
        assertReads(() -> stores.devices().append(author.value(), events), true, true);
    }

    @Test
    void viewsAreOneTransactionWithTwoFurtherItemsAndAReactionIsOneOfTwo() {
        List<UserId> viewers = users("bob", Views.MAX);
        assertTransactions(() -> stores.views().count(unknown, author, viewers), Views.MAX + 2);
        ReactionKey reaction = new ReactionKey(unknown, "like", user("bob"));
        assertTransactions(() -> stores.counters().add(reaction), 2);
        assertTransactions(() -> stores.counters().remove(reaction), 2);
    }

    @Test
    void reactionsToAPageAreOneConsistentQueryThatPassesOverOthers() {
        UserId bob = freshUser("bob");
        PostId first = newId();
        Stream.generate(this::newId)
                .limit(401)
                .forEach(other -> stores.counters().add(new ReactionKey(other, "like", bob)));
        assertReads(() -> stores.counters().reactions(bob, List.of(newId(), newId())), true);
        assertReads(() -> stores.counters().reactions(bob, List.of(newId(), first)), true, true);
        assertReads(() -> stores.counters().reacted(first, Set.of(bob, author)), true, true);
    }

    /** The row is read before the shards: another write of it in between is noticed. */
    @Test
    void countsAreReadAtHalfThePriceAndMadeOfConsistentReads() {
        assertReads(() -> stores.counters().counts(List.of(newId(), newId())), false);
        requests.clear();
        stores.counters().recount(unknown);
        assertThat(requests.all())
                .extracting(Object::getClass)
                .containsExactly(GetItemRequest.class, BatchGetItemRequest.class, PutItemRequest.class);
        assertThat(requests.all().subList(0, 2)).allMatch(RequestsIT::isConsistent);
    }

    @Test
    void followersAreCountedAtHalfThePriceAndPostsOfAListHaveTheirAuthorsInTwoCalls() {
        importFollowers(users(fresh("bob"), 3));
        assertReads(() -> stores.follows().countFollowers(author), false);
        assertThat(requests.of(QueryRequest.class)).allMatch(query -> query.select() == Select.COUNT);
        List<PostId> posts = Stream.generate(this::newId).limit(100).toList();
        assertReads(() -> stores.posts().origins(posts), true, true);
    }

    /** Also after edits, changes of readers, retractions and follows of other tests. */
    @Test
    void theSourceOfTruthIsInAuthorsAndCopiesAreInHomes() {
        Post post = publish("hello");
        stores.feeds().putHome(FeedItem.of(post, Via.FOLLOW), users(fresh("bob"), 2), ample());
        change(post, edit("better"));
        assertThat(partitions(FeedRows.AUTHORS))
                .contains("user:" + author)
                .allMatch(partition -> partition.startsWith("user:"));
        assertThat(partitions(FeedRows.HOMES))
                .contains("home:" + author)
                .hasSizeGreaterThanOrEqualTo(3)
                .allMatch(partition -> partition.startsWith("home:"));
    }

    private static Set<String> partitions(Table table) {
        return BACKEND.client().scanPaginator(r -> r.tableName(BACKEND.table(table))).items().stream()
                .map(item -> new Row(item).pk())
                .collect(Collectors.toSet());
    }

    /** What features add by their steps stands between what the core writes first and last. */
    @Test
    void publicationRetractionAndEndOfAJobHoldTheseItemsInThisOrder() {
        Place place = new Place("USA", null, null);
        Post post = new Post(newId(), author, Content.of("hello"), 1, place, Audience.everyone(), Mode.PUSH);
        publish(post, "key");
        retract(post);
        Job job = job(JobId.of(post.id()));
        close(job, 2, Skipped.NONE);
        assertThat(transactions())
                .extracting(transaction ->
                        transaction.stream().map(RequestsIT::shown).toList())
                .containsExactly(
                        List.of(
                                "put posts",
                                "put posts",
                                "put authors",
                                "put homes",
                                "put fanouts",
                                "put outbox",
                                "put places",
                                "put requests"),
                        List.of(
                                "update posts",
                                "put authors",
                                "delete homes",
                                "put ledger",
                                "put recalls",
                                "put recalls",
                                "put fanouts",
                                "put fanouts",
                                "put outbox"),
                        List.of("update fanouts", "update counters", "put ledger", "delete outbox"));
    }

    private static String shown(TransactWriteItem write) {
        String prefix = BACKEND.table(PostRows.TABLE).replaceFirst("posts$", "");
        String shown = write.put() != null
                ? "put " + write.put().tableName()
                : write.update() != null
                        ? "update " + write.update().tableName()
                        : "delete " + write.delete().tableName();
        return shown.replace(prefix, "");
    }

    @Test
    void publishingIsOneTransactionAndAKeyALimitedAudienceOrAPlaceWritesMoreRows() {
        Place place = new Place("USA", null, null);
        Post placed = new Post(newId(), author, Content.of("hello"), 1, place, Audience.everyone(), Mode.PUSH);
        assertTransactions(() -> publish("hello"), 5);
        assertTransactions(() -> publish(post("hello"), "key"), 6);
        assertTransactions(() -> publish(post("hello").with(FOLLOWERS)), 6);
        assertTransactions(() -> publish(placed), 7);
    }

    /** An item of a transaction costs two units, any other write of up to a KB one. {@code docs/capacity.md} says which. */
    @Test
    void aPostCostsEighteenUnitsBesideItsDeliveriesAndASliceThree() {
        Job inline = job(JobId.of(publish("hello").id()));
        close(inline, 1_000, Skipped.NONE);
        assertThat(units()).isEqualTo(18);
        requests.clear();
        JobId job = JobId.of(publish("hello").id());
        for (int slice = 1; slice <= 10; slice++) {
            stores.jobs().advance(job, stores.jobs().putSlice(job, new Slice(slice, user("a"), user("b"), 1_000)));
        }
        stores.jobs().endPlanning(job, 10);
        for (int slice = 1; slice <= 10; slice++) {
            stores.jobs().finish(job, slice, 1_000, Skipped.NONE);
        }
        stores.jobs().close(job(job));
        assertThat(stores.counters().post(new PostId(job.tick(), job.suffix())).deliveries())
                .isEqualTo(10_000);
        assertThat(units()).isEqualTo(18 + 10 * 3 + 1);
    }

    private int units() {
        int single = requests.of(PutItemRequest.class).size()
                + requests.of(UpdateItemRequest.class).size()
                + requests.of(DeleteItemRequest.class).size();
        return single + 2 * transactions().stream().mapToInt(List::size).sum();
    }

    /** A condition on the version costs a change nothing, and metadata a transaction. */
    @Test
    void eachChangeAndTheCloseOfAJobIsOneTransaction() {
        Post post = publish("hello");
        Post other = publish("hello");
        Job job = job(JobId.of(other.id()));
        assertTransactions(() -> close(job, 0, Skipped.NONE), 4);
        assertTransactions(() -> change(other, edit("bye")), 7);
        assertTransactions(() -> change(post, new Change.Permissions(FOLLOWERS, Duration.ofSeconds(1), false)), 7);
        assertTransactions(() -> change(post.with(FOLLOWERS), permit(Audience.everyone())), 6);
        assertTransactions(() -> change(post, new Change.Permissions(FOLLOWERS, Duration.ZERO, true)), 7);
        assertTransactions(() -> stores.posts().putMetadata(post, Map.of("a", "b"), true), 2);
        assertTransactions(() -> change(post, new Change.Retract(true)), 9);
    }

    /** After the read of the room's row, and its first message. */
    @Test
    void aMessageWithAnIdempotencyKeyIsOneTransaction() {
        String room = fresh("room");
        say(room, "ann");
        MessageKey key = new MessageKey(author, Ticks.ofInstant(clock.instant()), "11111111111");
        requests.clear();
        stores.rooms().postOnce("key", new Message(room, key, "hello"), 2, clock.instant());
        assertThat(requests.all()).hasSize(2);
        assertThat(transactions()).extracting(List::size).containsExactly(2);
    }

    @Test
    void aRetractionIsOneTransactionWhoseTombstoneStaysAndItsNoticeADay() {
        Post post = publish("hello");
        assertTransactions(() -> retract(post), 9);
        JobId change = Objects.requireNonNull(truth(post).change());
        long tomorrow = change.createdAt().getEpochSecond() + 86_400;
        assertThat(written(TransactWriteItem::put))
                .filteredOn(put -> put.tableName().endsWith("recalls"))
                .extracting(put -> put.item().get("expires"))
                .containsExactly(null, AttributeValue.fromN(Long.toString(tomorrow)));
        assertThat(written(TransactWriteItem::put))
                .filteredOn(put -> put.item().containsKey("gone"))
                .singleElement()
                .satisfies(put -> assertThat(put.item()).doesNotContainKey("expires"));
    }

    /** No call shows the metadata of a retracted post. */
    @Test
    void anErasedPostHasNothingOfItsClients() {
        Place place = new Place("Utopia", "North", "Amaurot");
        Post post = publish(new Post(newId(), author, Content.of("hello"), 1, place, Audience.everyone(), Mode.PUSH));
        stores.posts().putMetadata(post, Map.of("a", "b"), false);
        retract(post);
        stores.posts().erase(post.id(), Deadline.in(Duration.ofSeconds(60), SuspendSafeClock.system()));
        assertThat(BACKEND.client()
                        .query(r -> r.tableName(BACKEND.table(PostRows.TABLE))
                                .keyConditionExpression("pk = :post")
                                .expressionAttributeValues(Map.of(
                                        ":post", AttributeValue.fromS(post.id().value()))))
                        .items())
                .singleElement(InstanceOfAssertFactories.map(String.class, AttributeValue.class))
                .containsOnlyKeys("pk", "sk", "author", "retracted");
    }

    /** 20 changes of the last seconds, and 400 others that have not ended: the poll does not read these. */
    @Tag("full")
    @Test
    void aPollIsOneConsistentQueryOfOneUnitAShard() {
        DynamoBackend own = DynamoBackend.inDynamoDbLocal();
        for (int change = 0; change < 420; change++) {
            Post post = newPost(own);
            own.stores().posts().change(post, new Change.Retract(false), newJobId());
        }
        own.stores().recalls().delete(own.stores().recalls().notices().rows().subList(20, 420));
        own.requests().clear();
        assertThat(own.stores().recalls().notices().rows()).hasSize(20);
        assertThat(own.requests().all()).hasSize(4).allMatch(RequestsIT::isConsistent);
        assertThat(own.requests().of(QueryRequest.class))
                .allSatisfy(query -> assertThat(
                                own.client().query(query).consumedCapacity().capacityUnits())
                        .isLessThanOrEqualTo(1));
        assertThat(own.stores().recalls().all(1_000).rows()).hasSize(420);
    }

    /** 64 shards in one row: each worker raises its own, and each API reads all. */
    @Test
    void notesAreAWriteUnitAWorkerAndHalfAReadUnitAnApi() {
        DynamoBackend own = DynamoBackend.inDynamoDbLocal();
        own.requests().clear();
        for (int worker = 0; worker < 4; worker++) {
            Map<Integer, Note> raised = new HashMap<>();
            for (int shard = worker; shard < 64; shard += 4) {
                raised.put(shard, new Note(clock.instant()));
            }
            own.stores().notes().raise(raised);
        }
        assertThat(own.stores().notes().all()).hasSize(64);
        assertThat(own.requests().all()).hasSize(5);
        assertThat(own.requests().of(UpdateItemRequest.class))
                .hasSize(4)
                .allSatisfy(update -> assertThat(own.client()
                                .updateItem(update.toBuilder()
                                        .conditionExpression(null)
                                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                                        .build())
                                .consumedCapacity()
                                .capacityUnits())
                        .isEqualTo(1));
        assertThat(own.requests().of(QueryRequest.class))
                .singleElement()
                .satisfies(query -> assertThat(query.consistentRead()).isFalse())
                .satisfies(query -> assertThat(
                                own.client().query(query).consumedCapacity().capacityUnits())
                        .isEqualTo(0.5));
    }

    private Post newPost(DynamoBackend own) {
        Post post = post("hello");
        own.stores().posts().publish(post, null);
        return post;
    }

    /** An instance that polls alone has to delete 10,000 notices in seconds. */
    @Test
    void noticesAreDeletedByBatchesAndARecallOnCondition() {
        List<ChangeNotice> notices = IntStream.range(0, 60)
                .<ChangeNotice>mapToObj(n -> new ChangeNotice.OfPost(new Recall(newId(), Kind.NARROWED), newJobId()))
                .toList();
        stores.recalls().delete(notices);
        assertThat(requests.of(BatchWriteItemRequest.class)).hasSize(3);
        Recall.RecallEnd end = new Recall.RecallEnd(clock.instant(), Duration.ofSeconds(1));
        stores.recalls().delete(new Recall(newId(), Kind.NARROWED, end));
        assertThat(requests.of(DeleteItemRequest.class))
                .singleElement()
                .extracting(DeleteItemRequest::conditionExpression)
                .isEqualTo("ended = :ended AND surplus = :surplus");
        requests.clear();
        stores.recalls().delete(List.of());
        assertThat(requests.all()).isEmpty();
    }

    /** Its notice comes with those of recalls: no poll of an API costs more. */
    @Test
    void whatIsTakenBackFromACallerCostsARead() {
        String caller = fresh("caller");
        stores.rights().change(caller, clock.instant(), true);
        assertThat(requests.all()).singleElement().isInstanceOf(TransactWriteItemsRequest.class);
        requests.clear();
        assertThat(stores.rights().find(caller).suspended()).isTrue();
        assertThat(requests.all()).singleElement().isInstanceOf(GetItemRequest.class);
        assertThat(requests.of(GetItemRequest.class).getFirst().consistentRead())
                .isTrue();
        requests.clear();
        assertThat(stores.recalls().notices().rows()).isNotEmpty();
        assertThat(requests.all()).hasSize(4).allMatch(QueryRequest.class::isInstance);
        requests.clear();
        stores.rights().change(caller, null, null);
        assertThat(requests.all()).isEmpty();
    }

    /** The recalls of a change cost its close a read. TTL deletes them when no API has: a day after no clock needs them. */
    @Test
    void theCloseOfAChangeIsOneTransactionThatSaysWhenAndForHowLongItsRecallIsInForce() {
        Job job = job(change(publish("hello"), permit(FOLLOWERS)));
        requests.clear();
        close(job, 0, Skipped.NONE);
        assertThat(requests.all()).hasSize(2);
        assertThat(requests.of(GetItemRequest.class)).singleElement().matches(RequestsIT::isConsistent);
        assertThat(transactions()).extracting(List::size).containsExactly(5);
        long now = clock.instant().getEpochSecond();
        assertThat(written(TransactWriteItem::update))
                .filteredOn(update -> update.updateExpression().contains("ended"))
                .singleElement()
                .satisfies(update -> assertThat(update.expressionAttributeValues())
                        .containsEntry(":ended", AttributeValue.fromN(Long.toString(now)))
                        .containsEntry(":surplus", AttributeValue.fromN("715"))
                        .containsEntry(":expires", AttributeValue.fromN(Long.toString(now + 715 + 86_400))));
    }

    @Test
    void anAnsweredRequestIsReadConsistently() {
        publish(post("hello"), "key");
        requests.clear();
        stores.posts().publish(post("hello"), "key");
        assertThat(requests.all().stream().filter(one -> !(one instanceof TransactWriteItemsRequest)))
                .allMatch(RequestsIT::isConsistent);
    }

    @Test
    void postsOfOneAuthorAtOneInstantShareNoRow() {
        publish(Posts.of(idAt(clock.instant()), author, "one"), "key-1");
        publish(Posts.of(idAt(clock.instant()), author, "two"), "key-2");
        List<Set<List<String>>> written =
                transactions().stream().map(RequestsIT::keys).toList();
        assertThat(written).hasSize(2);
        assertThat(written.get(0)).hasSize(6).doesNotContainAnyElementsOf(written.get(1));
    }

    private static Set<List<String>> keys(List<TransactWriteItem> transaction) {
        return transaction.stream().map(RequestsIT::key).collect(Collectors.toSet());
    }

    private static List<String> key(TransactWriteItem write) {
        Map<String, AttributeValue> row = write.put().item();
        return Stream.of(row.get("pk"), row.get("sk"))
                .filter(Objects::nonNull)
                .map(AttributeValue::s)
                .toList();
    }

    @Test
    void aCallThatChangesNoFollowMuteOrBlockWritesNothing() {
        Follow follow = new Follow(user("bob"), author);
        stores.follows().follow(follow);
        stores.readers().mute(user("bob"), author);
        stores.readers().block(user("cleo"), author);
        requests.clear();
        stores.follows().follow(follow);
        stores.follows().unfollow(new Follow(user("dan"), author));
        stores.readers().mute(user("bob"), author);
        stores.readers().unmute(user("dan"), author);
        stores.readers().block(user("cleo"), author);
        stores.readers().unblock(user("dan"), author);
        assertThat(requests.all()).hasSize(8).allMatch(RequestsIT::isConsistent);
        assertThat(requests.of(BatchGetItemRequest.class))
                .as("an unfollow reads again what it has not found")
                .hasSize(3);
    }

    /** Rows as a block of the author by another writes them, for 15,000 blockers with long names: more than one Query reads. */
    @Tag("full")
    @Test
    void aHomePageReadsTheSameHoweverManyBlockItsReader() {
        UserId first = user("b".repeat(59) + "00000");
        stores.readers().block(first, author);
        List<Put> rows = written(TransactWriteItem::put)
                .filter(put -> new Row(put.item()).pk().contains(author.value()))
                .toList();
        assertThat(rows).hasSize(1);
        IntStream.rangeClosed(1, 15_000)
                .mapToObj(i -> first.value().replace("00000", "%05d".formatted(i)))
                .map(blocker -> put(rows.getFirst(), first.value(), blocker))
                .gather(Gatherers.windowFixed(25))
                .forEach(batch -> BACKEND.client()
                        .batchWriteItem(
                                w -> w.requestItems(Map.of(rows.getFirst().tableName(), batch))));
        assertReads(() -> stores.readers().view(author), true);
        assertThat(stores.readers().view(author).hidden()).isEmpty();
        assertReads(() -> stores.readers().blockers(author, Set.of(first)), true);
    }

    private static WriteRequest put(Put row, String name, String other) {
        Map<String, AttributeValue> item = new HashMap<>(row.item());
        item.replaceAll((attribute, value) -> AttributeValue.fromS(value.s().replace(name, other)));
        return WriteRequest.builder().putRequest(p -> p.item(item)).build();
    }

    @Test
    void homeFeedsAreWrittenByBatchesOf25() {
        FeedItem item = FeedItem.of(Posts.of(unknown, author, "hello"), Via.FOLLOW);
        stores.feeds().putHome(item, users(fresh("bob"), 60), ample());
        assertThat(requests.all()).hasSize(3);
        assertThat(requests.of(BatchWriteItemRequest.class))
                .extracting(
                        batch -> batch.requestItems().values().iterator().next().size())
                .containsExactly(25, 25, 10);
    }

    /** Views of the post count for 90 days; clocks may differ. */
    @Test
    void aMarkerOfAViewExpiresADayAfterTheViewsOfItsPostCount() {
        PostId post = newId();
        requests.clear();
        stores.views().count(post, author, users("bob"));
        assertThat(new Row(transactions().getFirst().getFirst().put().item()).number("expires"))
                .isEqualTo(post.createdAt().plus(Duration.ofDays(91)).getEpochSecond());
    }
}
