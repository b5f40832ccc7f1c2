package io.feedmill.common.feed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Samples;
import io.feedmill.common.key.Seeded;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ItemBudgetTest {
    private static final FeedRows ROWS = new FeedRows(Duration.ofDays(30));
    private static final UserId MAX = new UserId("u".repeat(64));
    private static final UserId READER = new UserId("r".repeat(64));

    /** Letters of one to four bytes. */
    private static final int WELL_FORMED = 4;

    /** The letters above, and halves of surrogate pairs, which are stored as question marks. */
    private static final int ANY = 5;

    /** As DynamoDB counts: names and strings in UTF-8, two digits a byte and one more, a boolean one. */
    private static int size(Map<String, AttributeValue> row) {
        return row.entrySet().stream()
                .mapToInt(attribute -> attribute.getKey().length() + size(attribute.getValue()))
                .sum();
    }

    private static int size(AttributeValue value) {
        return switch (value.type()) {
            case S -> value.s().getBytes(UTF_8).length;
            case N -> (value.n().length() + 1) / 2 + 1;
            case BOOL -> 1;
            default -> throw new AssertionError(value);
        };
    }

    /** Runs of such letters. */
    private static String text(Random random, int kinds) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(1_500);
        while (text.length() < length) {
            String letter = switch (random.nextInt(kinds)) {
                case 0 -> "a";
                case 1 -> "ä";
                case 2 -> "€";
                case 3 -> "😀";
                default -> "\uD83D";
            };
            text.repeat(letter, random.nextInt(200));
        }
        return text.toString();
    }

    private static FeedItem item(Random random, String text, UserId author, Via via) {
        PostId id = PostId.create(random.nextLong(Long.MAX_VALUE), random);
        return FeedItem.of(
                new Post(
                        id,
                        author,
                        Content.of(text),
                        1 + random.nextLong(9_999_999_999L),
                        null,
                        new Audience.Followers(),
                        Mode.PUSH),
                via);
    }

    @Seeded
    void aHomeRowNeverTakesMoreThanAWriteUnit(long seed) {
        Samples.tries(seed, random -> {
            UserId author = new UserId("a".repeat(1 + random.nextInt(64)));
            FeedItem item = item(random, text(random, ANY), author, Via.ANNOUNCEMENT);
            assertThat(size(ROWS.homeRow(READER, item))).isLessThanOrEqualTo(1_024);
        });
    }

    @Seeded
    void aTextIsCutBetweenCodePointsAndNoEarlierThanItMust(long seed) {
        Samples.tries(seed, random -> {
            String text = text(random, WELL_FORMED);
            FeedItem item = item(random, text, MAX, Via.ANNOUNCEMENT);
            assertThat(text).startsWith(item.text());
            assertThat(item.cut()).isEqualTo(item.text().length() < text.length());
            if (item.cut()) {
                assertThat(isBoundary(text, item.text().length())).isTrue();
                assertThat(size(ROWS.homeRow(READER, item))).isGreaterThan(1_024 - 60);
            }
        });
    }

    private static boolean isBoundary(String text, int index) {
        return !(Character.isHighSurrogate(text.charAt(index - 1)) && Character.isLowSurrogate(text.charAt(index)));
    }

    /** Beside an author of one character. */
    private static int room() {
        return ItemBudget.cut("a".repeat(2_000), new UserId("a")).length();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "ä", "€", "😀"})
    void aTextThatJustFitsIsWholeAndOneByteMoreIsCut(String letter) {
        int bytes = letter.getBytes(UTF_8).length;
        String fits = "a".repeat(room() % bytes) + letter.repeat(room() / bytes);
        assertThat(fits.getBytes(UTF_8)).hasSize(room());
        assertThat(ItemBudget.cut(fits, new UserId("a"))).isEqualTo(fits);
        assertThat(ItemBudget.cut("b" + fits, new UserId("a")))
                .isEqualTo(("b" + fits).substring(0, 1 + fits.length() - letter.length()));
    }

    /** Its name takes room, too. */
    @Test
    void dataThatJustFitsIsKeptAndOneByteMoreIsLeftOut() {
        int half = (room() - "data".length()) / 2;
        Content fits = new Content("a".repeat(half), "ä".repeat((room() - "data".length() - half) / 2));
        Content more = new Content("a".repeat(half + 2), fits.data());
        assertThat(ItemBudget.fit(fits, new UserId("a"))).isEqualTo(fits);
        assertThat(ItemBudget.fit(more, new UserId("a"))).isEqualTo(Content.of(more.text()));
    }

    @Test
    void aTextThatDoesNotFitIsCutAsIfItHadNoData() {
        Content content = new Content("a".repeat(2_000), "{}");
        assertThat(ItemBudget.fit(content, new UserId("a"))).isEqualTo(Content.of("a".repeat(room())));
    }

    @Seeded
    void aHomeRowWithDataNeverTakesMoreThanAWriteUnit(long seed) {
        Samples.tries(seed, random -> {
            Content content = new Content(text(random, ANY), "{" + text(random, ANY) + "}");
            PostId id = PostId.create(random.nextLong(Long.MAX_VALUE), random);
            Post post = new Post(id, MAX, content, 9_999_999_999L, null, new Audience.Followers(), Mode.PUSH);
            FeedItem item = FeedItem.of(post, Via.ANNOUNCEMENT);
            assertThat(size(ROWS.homeRow(READER, item))).isLessThanOrEqualTo(1_024);
            assertThat(item.cut()).isEqualTo(!item.content().equals(content));
        });
    }

    @Test
    void aLongerAuthorLeavesLessRoom() {
        assertThat(ItemBudget.cut("a".repeat(2_000), MAX)).hasSize(room() - 63);
    }

    @Test
    void aShortTextIsTheSame() {
        assertThat(ItemBudget.cut("", new UserId("a"))).isEmpty();
        assertThat(ItemBudget.cut("😀", new UserId("a"))).isEqualTo("😀");
    }
}
