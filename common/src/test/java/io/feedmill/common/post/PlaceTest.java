package io.feedmill.common.post;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceTest {

    @ParameterizedTest
    @ValueSource(strings = {"USA", "Île-de-France", "L'Haÿ #1 $ .%", "日本", "😀", "...", "a.b"})
    void takesNamesOfAllLanguages(String name) {
        assertThat(new Place(name, name, name).city()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " ", " a", "a ", ".", "..", "a/b", "a\\b", "a\nb", "\u00a0a", "a\u202f", "\ufeffa", "a\u0000",
                "\ud83d"
            })
    void refusesWhatNoPathOrKeyCanSay(String name) {
        assertThatThrownBy(() -> new Place(name, null, null)).hasMessageStartingWith("The country is not");
        assertThatThrownBy(() -> new Place("USA", name, null)).hasMessageStartingWith("The state is not");
        assertThatThrownBy(() -> new Place("USA", "TX", name)).hasMessageStartingWith("The city is not");
    }

    @Test
    void countsCharactersNotUnits() {
        assertThat(new Place("😀".repeat(64), null, null).country()).hasSize(128);
        assertThatThrownBy(() -> new Place("x".repeat(65), null, null)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void oneNameIsOnePlaceHoweverItIsTyped() {
        assertThat(new Place("Zu\u0308rich", null, null)).isEqualTo(new Place("Z\u00fcrich", null, null));
    }

    @Test
    void noTwoPlacesHaveOneText() {
        assertThat(new Place("a#b", null, null).canonical()).isNotEqualTo(new Place("a", "b", null).canonical());
        assertThat(new Place("USA", "TX", "Houston").canonical()).isEqualTo("USA#TX#Houston");
    }

    @Test
    void aCityNeedsItsState() {
        assertThatThrownBy(() -> new Place("USA", null, "Houston")).hasMessage("The city is without its state.");
    }
}
