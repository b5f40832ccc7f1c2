package io.feedmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A usage error prints one line and starts nothing. */
class FeedmillCliTest {

    private final StringWriter errors = new StringWriter();

    @ParameterizedTest
    @CsvSource({
        "dead-letters,             Missing required subcommand",
        "dead-letters list --api feedmill, --api must be a URL like http://127.0.0.1:8080.",
        "dead-letters list --api //127.0.0.1:8080, --api must be a URL like http://127.0.0.1:8080.",
        "dead-letters list --api http://feedmill.example.org:8080, --api must be https beyond this machine: else all on the way can read the token.",
        "dead-letters redrive,     Missing required parameter: 'QUEUE'",
        "dead-letters redrive deliver --rate 0, --rate must be 1 to 1000.",
        "dead-letters redrive deliver --rate 1001, --rate must be 1 to 1000.",
        "dead-letters redrive deliver publish, Unmatched argument at index 3: 'publish'",
        "post ann,                 Missing required parameter: 'TEXT'",
        "feed ann --limit 0,       --limit must be 1 to 10000.",
        "follow ben,               Missing required parameter: 'AUTHOR'",
        "explain p1,               Missing required parameter: 'USER'",
        "status p1 --api http://feedmill.example.org, --api must be https beyond this machine: else all on the way can read the token.",
        "token,                    Name a USER.",
        "token  --service,         Name a USER.",
        "token a/b,                USER must be a valid user id.",
        "token ann --scope feeds,  '--scope must be among feed, post, follow, react, room, device, notify, import, reports, admin, act-as.'",
        "token ann --ttl soon,     Invalid value for option '--ttl'",
        "token ann --ttl 0s,       --ttl must be more than 0s and at most 24h.",
        "token ann --ttl 24h1s,    --ttl must be more than 0s and at most 24h.",
        "token app --service --ttl 25h, --ttl must be more than 0s and at most 24h.",
        "token ann --api-port x,   Invalid value for option '--api-port'",
        "audit,                    Error: Missing required argument",
        "audit --all --author ann, Error: ",
        "audit --author a/b,       --author must be a valid user id.",
        "audit --all --sample 0,   --sample must be at least 1.",
        "audit --all --seed 1,     --seed needs a --sample.",
        "audit --all --margin -1,  --margin must be at least 0.",
        "audit --all --findings -1, --findings must be at least 0.",
        "audit --all --read-units 0, --read-units must be at least 1.",
        "audit --all --segments 0, --segments must be 1 to 64.",
        "audit --all --segments 65, --segments must be 1 to 64.",
        "audit --all --segment 5/4, '--segment must be I/N, with I from 1 to N.'",
        "audit --all --segment 0/4, '--segment must be I/N, with I from 1 to N.'",
        "audit --all --segment 0/0, '--segment must be I/N, with I from 1 to N.'",
        "audit --all --segment 2,  '--segment must be I/N, with I from 1 to N.'",
        "audit --all --segment 1/9999999, '--segment must be I/N, with I from 1 to N.'",
        "audit --all --segment 1/4 --segments 4, 'Error: --segments=N, --segment=I/N are mutually exclusive'",
        "audit --all --local,      Unknown option: '--local'",
        "partitions,               Missing required parameter: 'TABLE'",
        "partitions a/b,           TABLE must be a valid table name.",
        "partitions homes --segments 0, --segments must be 1 to 256.",
        "partitions homes --segments 257, --segments must be 1 to 256.",
        "partitions homes --max-units 0, --max-units must be at least 1.",
        "partitions homes --read-units 0, --read-units must be at least 1.",
        "partitions homes --method index, --method index needs an --index.",
        "partitions homes --method guess, Invalid value for option '--method'",
        "mill,                     Unmatched argument at index 0: 'mill'",
    })
    void refusesOptionsInOneLine(String words, String sentence) {
        assertThat(run(words.split(" ", -1))).isEqualTo(2);
        assertThat(errors.toString()).startsWith(sentence).hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "post ann Gr\uFFFD\uFFFDe",
                "post \uFFFD hello",
                "feed \uFFFD",
                "follow \uFFFD ann",
                "unfollow ann \uFFFD",
                "status \uFFFD",
                "explain p1 \uFFFD",
                "import \uFFFD",
                "reports --api http://127.0.0.1:1/\uFFFD",
                "dead-letters list --api http://127.0.0.1:1/\uFFFD",
                "dead-letters redrive deliver --reason \uFFFD",
                "token \uFFFD",
                "audit --author \uFFFD",
                "partitions \uFFFD",
                "schema check --kms-key \uFFFD",
                "estimate --users 9 --posts-per-day 1 --pages-per-day 1 --follows \uFFFD",
            })
    void refusesWhatTheLocaleCouldNotDecode(String words) {
        assertThat(run(words.split(" ", -1))).isEqualTo(2);
        assertThat(errors.toString())
                .startsWith("An argument is no text in the locale's charset: set LC_ALL=C.UTF-8. (")
                .hasLineCount(1);
    }

    @Test
    void anApiWithoutATokenIsOneLine() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        assertThat(run("dead-letters", "list", "--api=http://127.0.0.1:" + port))
                .isEqualTo(1);
        assertThat(errors.toString())
                .isEqualTo(
                        "Set FEEDMILL_TOKEN to a token for http://127.0.0.1:%d: it is no embedded stack that is up.%n"
                                .formatted(port));
    }

    private int run(String... words) {
        return FeedmillCli.commands().setErr(new PrintWriter(errors, true)).execute(words);
    }
}
