package io.feedmill.chaos.fuzz;

import java.util.List;
import java.util.Locale;

/** Odd values for paths and queries. */
record OddValues(Values values) {
    /** In paths and queries: raw, and so encoded or not. */
    private static final List<String> ODD_IN_URI = Texts.of("""

            .
            ..
            ...
            %2e%2e
            %2E
            %00
            %ff
            %C3%28
            %ED%A0%80
            %F4%90%80%80
            %C0%AF
            %
            %z
            %zz
            %4
            %u0041
            a%2Fb
            a%5Cb
            a/b
            a\\b
            ;
            a;x=1
            a%3Bb
            a%3Ab
            %F0%9F%98%80
            %E2%80%AE
            <x>
            a|b
            {id}
            [x]
            a b
            a%20b
            \u00e9
            \u0001
            \u007f
            a\tb
            +
            ~
            *
            :
            @
            %61
            %30
            null
            undefined
            -1
            0
            a%0d%0ab
            %09
            "
            '
            #
            a#b
            ?
            a%3Fb
            &
            =
            $
            !
            (
            ,
            """, "x".repeat(65), "x".repeat(3_000), "x".repeat(9_000));

    private static final List<String> ODD_NUMBERS = Texts.of("""
            0
            -1
            101
            100
            1
            01
            1.5
            1e2
            NaN
            0x10
            2147483647
            2147483648
            9223372036854775807
            9223372036854775808
            %2B5
            +5
            %205
            %D9%A3
            five

            """, "9".repeat(400));

    private static final List<String> ODD_TIMES = Texts.of("""
            1970-01-01T00:00:00Z
            1969-12-31T23:59:59Z
            2262-04-11T23:47:16.854775807Z
            2262-04-11T23:47:16.854775808Z
            %2B1000000000-12-31T23:59:59.999999999Z
            -1000000000-01-01T00:00:00Z
            %2B1000000001-01-01T00:00:00Z
            9999-12-31T23:59:59Z
            0000-01-01T00:00:00Z
            2024-02-30T00:00:00Z
            2024-06-30T23:59:60Z
            2024-01-01T24:00:00Z
            2024-01-01T00:00:00%2B18:00
            2024-01-01T00:00:00-19:00
            2024-01-01T00:00:00.0000000001Z
            2024-01-01
            now
            0

            %2B999999999-12-31T23:59:59Z
            """);

    private static final List<String> ODD_PREFIXES = Texts.of("""
            1969
            1970
            2261
            2262
            9999
            0000
            -001
            2024-13
            2024-02
            2024-02-30
            2024-02-29:25
            2024-02-29:23:59:60
            2024-02-29:23:59:59
            2262-04-11:23:47:16
            %2B999
            20241
            %D9%A2%D9%A0%D9%A2%D9%A4
            """);

    private Draws draws() {
        return values.draws();
    }

    String inUri() {
        return draws().of(ODD_IN_URI);
    }

    /** Returns an odd value of a query parameter. */
    String parameter(String name) {
        return switch (name) {
            case "limit", "segments", "units" -> draws().percent(70) ? draws().of(ODD_NUMBERS) : inUri();
            case "from", "to" -> draws().percent(80) ? draws().of(ODD_TIMES) : inUri();
            case "prefix" -> draws().percent(80) ? draws().of(ODD_PREFIXES) : inUri();
            case "cursor" -> draws().percent(80) ? cursor() : inUri();
            default -> inUri();
        };
    }

    private String cursor() {
        String cursor = values.parameter("cursor");
        int at = draws().below(cursor.length());
        return switch (draws().below(5)) {
            case 0 -> cursor.substring(0, at);
            case 1 -> cursor + cursor;
            case 2 ->
                cursor.substring(0, at) + draws().of("A", "_", "-", "=", "+", "%2B", "%00") + cursor.substring(at + 1);
            case 3 -> cursor.toLowerCase(Locale.ROOT);
            default -> draws().of("AA", "Ag", "Ag".repeat(20), "A".repeat(3_000), "====", "eyJwb3MiOjF9");
        };
    }
}
