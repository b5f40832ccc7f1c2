package io.feedmill.bench.stub;

import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Optional;

/** Who follows whom, computed where it would take long to store. Thread-safe. */
public interface FollowerModel {

    /** The author's followers, ascending and distinct, each found by its index in constant time; empty where the table is to be asked. */
    Optional<List<String>> followers(String author);

    /**
     * The model that {@code class} or {@code class:text} names: made by the class's public constructor that takes nothing, or a text. Throws an
     * {@link IllegalArgumentException} where there is none.
     */
    static FollowerModel named(String name) {
        int colon = name.indexOf(':');
        try {
            Class<?> type = Class.forName(colon < 0 ? name : name.substring(0, colon));
            Constructor<?> constructor = colon < 0 ? type.getConstructor() : type.getConstructor(String.class);
            return (FollowerModel)
                    (colon < 0 ? constructor.newInstance() : constructor.newInstance(name.substring(colon + 1)));
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalArgumentException("no model of followers: " + name, e);
        }
    }
}
