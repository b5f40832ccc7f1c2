package io.feedmill.common.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Content;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;

/**
 * Keeps a home feed row within 1,024 bytes, so that a delivery costs exactly one write unit. Sizes as DynamoDB counts them: UTF-8 bytes of
 * names and strings, a number at a byte for two digits plus one, a boolean at one.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html">Item sizes</a>
 */
final class ItemBudget {
    static final int BYTES = 1_024;
    private static final int NAMES = "pk sk post author text revision via cut followers expires"
            .replace(" ", "")
            .length();
    private static final int DATA = "data".length();
    private static final int OWNER = "home:".length() + 64;
    private static final int FEED_KEY = 19 + 1 + 11;
    private static final int POST_ID = 22;
    private static final int VIA = Via.ANNOUNCEMENT.value().length();
    private static final int NUMBERS_AND_FLAGS = 11 + 11 + 1 + 1;
    private static final int ALL_BUT_AUTHOR_AND_TEXT = NAMES + OWNER + FEED_KEY + POST_ID + VIA + NUMBERS_AND_FLAGS;

    private ItemBudget() {}

    /** Returns the content if it fits with this author for any reader; else the text alone, cut to the size that fits. */
    static Content fit(Content content, UserId author) {
        String data = content.data();
        if (data != null && bytes(content.text()) + DATA + bytes(data) <= room(author)) {
            return content;
        }
        return Content.of(cut(content.text(), author));
    }

    private static int room(UserId author) {
        return BYTES - ALL_BUT_AUTHOR_AND_TEXT - author.value().length();
    }

    private static int bytes(String text) {
        return text.getBytes(UTF_8).length;
    }

    /** Cuts the text, between code points, to the size that fits with this author for any reader. */
    static String cut(String text, UserId author) {
        int room = room(author);
        if (text.length() <= room / 3 || bytes(text) <= room) {
            return text;
        }
        CharBuffer rest = CharBuffer.wrap(text);
        UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPLACE).encode(rest, ByteBuffer.allocate(room), true);
        return text.substring(0, rest.position());
    }
}
