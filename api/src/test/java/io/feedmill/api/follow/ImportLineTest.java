package io.feedmill.api.follow;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.follow.FollowImport.ImportLine;
import io.feedmill.common.follow.FollowStore.Follow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImportLineTest {

    @ParameterizedTest
    @ValueSource(strings = {"bob alice", "bob\talice", "  bob \t alice  "})
    void aRelationIsAFollowerAndAnAuthor(String line) {
        assertThat(ImportLine.parse(line)).isEqualTo(new ImportLine.Relation(new Follow(user("bob"), user("alice"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t", "# bob alice", "  #", "#bob"})
    void blanksAndCommentsAreNothing(String line) {
        assertThat(ImportLine.parse(line)).isEqualTo(new ImportLine.Nothing());
    }

    @ParameterizedTest
    @CsvSource({
        "bob, 'expected a follower and an author, found 1 words'",
        "bob alice # why, 'expected a follower and an author, found 4 words'",
        "b#b alice, the follower's id is not valid",
        "bob ., the author's id is not valid",
        "bob bob, the follower and the author are the same"
    })
    void saysWhatIsWrong(String line, String reason) {
        assertThat(ImportLine.parse(line)).isEqualTo(new ImportLine.Rejected(reason));
    }

    @Test
    void otherBlanksDoNotSeparate() {
        assertThat(ImportLine.parse("bob\u00a0alice")).isInstanceOf(ImportLine.Rejected.class);
    }
}
