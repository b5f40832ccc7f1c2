package io.feedmill.worker.counter;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.counter.Views;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import io.feedmill.worker.counter.ViewsListener.ViewGroup;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ViewGroupTest {
    private static final PostId ONE = new PostId(1, "11111111111");
    private static final PostId TWO = new PostId(2, "11111111111");

    private final Map<String, Views> messages = new LinkedHashMap<>();

    private void message(PostId post, int attempt, String... viewers) {
        messages.put(
                "m" + messages.size(), new Views(post, user("ann"), users(viewers), SendHistory.ofAttempt(attempt)));
    }

    private static String viewer(int number) {
        return "v" + (1_000 + number);
    }

    @Test
    void messagesOfOnePostAreOneGroup() {
        message(ONE, 0, "cid");
        message(TWO, 0, "bob");
        message(ONE, 2, "amy", "bob");
        assertThat(ViewGroup.of(messages))
                .containsExactly(
                        new ViewGroup(
                                List.of("m0", "m2"),
                                new Views(ONE, user("ann"), users("amy", "bob", "cid"), SendHistory.ofAttempt(2))),
                        new ViewGroup(List.of("m1"), new Views(TWO, user("ann"), users("bob"), SendHistory.FIRST)));
    }

    @Test
    void aViewerIsInAGroupOnce() {
        message(ONE, 0, "bob");
        message(ONE, 0, "bob");
        assertThat(ViewGroup.of(messages))
                .containsExactly(new ViewGroup(List.of("m0", "m1"), Views.of(ONE, user("ann"), user("bob"))));
    }

    @Test
    void aGroupFitsIntoATransaction() {
        for (int i = 0; i < 100; i++) {
            message(ONE, 0, viewer(i));
        }
        assertThat(ViewGroup.of(messages))
                .extracting(group -> group.message().viewers().size())
                .containsExactly(97, 3);
    }

    /** If one half of a divided message failed, it could be neither kept nor deleted. */
    @Test
    void aMessageStaysInOnePiece() {
        message(ONE, 0, viewer(0));
        String[] most = new String[97];
        for (int i = 0; i < most.length; i++) {
            most[i] = viewer(i + 1);
        }
        message(ONE, 1, most);
        assertThat(ViewGroup.of(messages)).extracting(ViewGroup::ids).containsExactly(List.of("m0"), List.of("m1"));
    }

    /** The post says who its author is. */
    @Test
    void messagesAreOfOneGroupWhateverAuthorTheyName() {
        message(ONE, 0, "bob");
        messages.put("other", new Views(ONE, user("eve"), users("cid"), SendHistory.FIRST));
        assertThat(ViewGroup.of(messages)).extracting(ViewGroup::ids).containsExactly(List.of("m0", "other"));
    }
}
