package io.feedmill.chaos.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Changes of a JSON text. Most leave it well-formed. */
enum JsonMutation {
    ODD_VALUE,
    ODD_NAME_OR_VALUE,
    MEMBER_DROPPED,
    MEMBER_ADDED,
    MEMBER_REPEATED,
    OTHER_ROOT,
    CUT,
    GARBAGE_AFTER,
    GARBAGE_BEFORE,
    BYTE_CHANGED,
    NOT_UTF_8,
    OTHER_ENCODING,
    DEEP,
    HUGE;

    private static final Pattern TOKEN =
            Pattern.compile("\"(?:[^\"\\\\]++|\\\\.)*+\"|-?[0-9]+|true|false|null|\\[]", Pattern.DOTALL);
    private static final Pattern MEMBER =
            Pattern.compile("\"[^\"]*\":(\"(?:[^\"\\\\]++|\\\\.)*+\"|-?[0-9]+|true|false),?");

    private static final List<String> ODD = Stream.concat(
                    """
            null
            true
            0
            -1
            1.5
            1e400
            -0
            2147483648
            9223372036854775808
            ""
            " "
            "."
            ".."
            "\\u0000"
            "a\\u0007b"
            "\\ud800"
            "\\udc00\\ud800"
            "\\u202e\\u2066x"
            "\\ufeff"
            "\\uffff"
            "a/b"
            "a#b"
            "a|b"
            "caf\\u00e9"
            "1"
            "true"
            []
            {}
            [null]
            [[[]]]
            {"a":{"b":1}}
            "\\ud83d\\ude00"
            "2024-02-30T00:00:00Z"
            "+1000000000-12-31T23:59:59Z"
            "-1000000000-01-01T00:00:00Z"
            "1969-12-31T23:59:59.999Z"
            "2262-04-11T23:47:16.854Z"
            "2026-02-01T00:00:00.000001Z"
            ["guest-1","guest-1"]
            ["\\ud800"]
            [1]
            "PUBLIC"
            "\\u007f\\u0080\\u009f"
            """.lines(),
                    Stream.of(
                            "1".repeat(2_000),
                            "\"" + "x".repeat(65) + "\"",
                            "\"" + "x".repeat(10_001) + "\"",
                            "\"" + "\\u4e2d".repeat(5_000) + "\""))
            .toList();

    /** Returns the changed text. */
    byte[] apply(String json, Draws draws) {
        return switch (this) {
            case ODD_VALUE -> replaced(json, draws, draws.of(ODD)).getBytes(UTF_8);
            case ODD_NAME_OR_VALUE ->
                replaced(json, draws, draws.of("\"\"", "\"extra\"", "\"\\u0000\"", "\"\\ud800\""))
                        .getBytes(UTF_8);
            case MEMBER_DROPPED -> dropped(json, draws).getBytes(UTF_8);
            case MEMBER_ADDED -> json.replaceFirst("\\{", "{\"extra\":1,").getBytes(UTF_8);
            case MEMBER_REPEATED -> repeated(json).getBytes(UTF_8);
            case OTHER_ROOT ->
                draws.of("", " ", "null", "[]", "[" + json + "]", "\"x\"", "1", "{}", "true")
                        .getBytes(UTF_8);
            case CUT -> json.substring(0, draws.below(json.length())).getBytes(UTF_8);
            case GARBAGE_AFTER -> (json + draws.of("x", "{}", ",", "\u0000", "}", "//", " \n")).getBytes(UTF_8);
            case GARBAGE_BEFORE -> (draws.of("\ufeff", "\u0000", "//x\n", ")]}',\n", ",") + json).getBytes(UTF_8);
            case BYTE_CHANGED -> changed(json.getBytes(UTF_8), draws, (byte) draws.below(256));
            case NOT_UTF_8 ->
                changed(json.getBytes(UTF_8), draws, draws.of((byte) 0xff, (byte) 0xc0, (byte) 0xed, (byte) 0x80));
            case OTHER_ENCODING -> json.getBytes(draws.of(UTF_16, ISO_8859_1));
            case DEEP ->
                replaced(json, draws, deep(draws.of(50, 400, 1_200, 50_000))).getBytes(UTF_8);
            case HUGE ->
                replaced(
                                json,
                                draws,
                                draws.of(
                                        "1".repeat(100_000), "\"" + "x".repeat(140_000) + "\"", "1e" + "9".repeat(900)))
                        .getBytes(UTF_8);
        };
    }

    private static String deep(int levels) {
        return "[".repeat(levels) + "]".repeat(levels);
    }

    /** Replaces one string, number or literal, which may be a name. */
    private static String replaced(String json, Draws draws, String by) {
        List<MatchResult> tokens = TOKEN.matcher(json).results().toList();
        return tokens.isEmpty() ? by : spliced(json, draws.of(tokens), by);
    }

    private static String dropped(String json, Draws draws) {
        List<MatchResult> members = MEMBER.matcher(json).results().toList();
        return members.isEmpty() ? "{}" : spliced(json, draws.of(members), "").replace(",}", "}");
    }

    private static String repeated(String json) {
        Matcher member = MEMBER.matcher(json);
        return member.find()
                ? json.replaceFirst(
                        "\\{", Matcher.quoteReplacement("{" + member.group().replaceFirst(",$", "") + ","))
                : json;
    }

    private static String spliced(String text, MatchResult part, String by) {
        return text.substring(0, part.start()) + by + text.substring(part.end());
    }

    private static byte[] changed(byte[] bytes, Draws draws, byte by) {
        byte[] changed = bytes.clone();
        if (changed.length > 0) {
            changed[draws.below(changed.length)] = by;
        }
        return changed;
    }
}
