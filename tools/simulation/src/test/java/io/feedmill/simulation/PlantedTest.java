package io.feedmill.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.queue.Queue;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

class PlantedTest {
    private final World world = new World(1, Instant.parse("2027-03-01T10:00:00Z"), new Reached());
    private final Planted planted = new Planted(world);

    private void deadLetter(Queue queue, String body, String reason) {
        world.queues()
                .send(
                        World.QUEUES.deadName(queue),
                        body,
                        null,
                        Map.of(
                                "reason",
                                MessageAttributeValue.builder()
                                        .dataType("String")
                                        .stringValue(reason)
                                        .build()));
    }

    @Test
    void aMessageThatDidNotDieIsWrong() {
        String letter = planted.letter(new Random(1));
        assertThat(planted.wrong()).singleElement().asString().contains("no dead letter");
        Queue queue =
                Queue.ofSuffix(letter.substring(letter.lastIndexOf(' ') + 1)).orElseThrow();
        String body = world.queues().messages(World.QUEUES.name(queue)).getFirst().body;
        deadLetter(queue, body, letter.substring(0, letter.indexOf(' ')));
        assertThat(planted.wrong()).isEmpty();
        deadLetter(queue, body, "another");
        assertThat(planted.wrong()).singleElement().asString().contains("dead letter another");
    }

    @Test
    void aDeadLetterThatNobodyPlantedIsWrong() {
        deadLetter(Queue.VIEWS, "{}", "malformed");
        assertThat(planted.wrong()).singleElement().asString().contains("malformed of views");
    }
}
