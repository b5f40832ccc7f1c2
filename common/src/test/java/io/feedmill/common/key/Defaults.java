package io.feedmill.common.key;

import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.function.Consumer;

/** Runs a check under default zones and locales of which some change the day, the digits or the calendar. */
final class Defaults {
    private static final List<String> ZONES =
            List.of("UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu", "America/New_York");
    private static final List<String> LOCALES = List.of("en-US", "ar-SA-u-nu-arab", "th-TH-u-ca-buddhist-nu-thai");

    private Defaults() {}

    /** The check is given what it runs under. */
    static void underEach(Consumer<String> check) {
        TimeZone zone = TimeZone.getDefault();
        Locale locale = Locale.getDefault();
        try {
            ZONES.forEach(id -> LOCALES.forEach(tag -> {
                TimeZone.setDefault(TimeZone.getTimeZone(id));
                Locale.setDefault(Locale.forLanguageTag(tag));
                check.accept(id + " " + tag);
            }));
        } finally {
            TimeZone.setDefault(zone);
            Locale.setDefault(locale);
        }
    }
}
