package io.feedmill.common.view;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.key.ViewKey;
import io.feedmill.common.view.ViewStore.PostViews;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Markers as rows of the table {@code views}: nothing but their key. */
final class ViewRows {
    private ViewRows() {}

    /** The markers of these views; each is also its own key. */
    static List<Map<String, AttributeValue>> markers(PostViews views) {
        return views.viewers().stream()
                .map(viewer -> Attributes.of()
                        .string(TableSchema.PK, key(views.post(), viewer))
                        .map())
                .toList();
    }

    static String key(PostId post, UserId viewer) {
        return new ViewKey(post, viewer).value();
    }
}
