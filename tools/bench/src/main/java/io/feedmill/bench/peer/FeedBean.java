package io.feedmill.bench.peer;

import io.feedmill.bench.work.HomeRows;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.key.UserId;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A row of a home feed as the enhanced client takes it: with setters, and a constructor that sets nothing. */
@DynamoDbBean
public class FeedBean {
    private String pk = "";
    private String sk = "";
    private String post = "";
    private String author = "";
    private String text = "";
    private long revision;
    private String via = "";
    private long expires;

    static FeedBean of(String user, FeedItem item) {
        FeedBean bean = new FeedBean();
        bean.setPk(FeedName.home(new UserId(user)).value());
        bean.setSk(item.post().feedKey().value());
        bean.setPost(item.post().value());
        bean.setAuthor(item.author().value());
        bean.setText(item.text());
        bean.setRevision(item.revision());
        bean.setVia(item.via().value());
        bean.setExpires(item.post().createdAt().plus(HomeRows.RETENTION).getEpochSecond());
        return bean;
    }

    @DynamoDbPartitionKey
    public String getPk() {
        return pk;
    }

    public void setPk(String value) {
        pk = value;
    }

    @DynamoDbSortKey
    public String getSk() {
        return sk;
    }

    public void setSk(String value) {
        sk = value;
    }

    public String getPost() {
        return post;
    }

    public void setPost(String value) {
        post = value;
    }

    public String getAuthor() {
        return author;
    }

    public void setAuthor(String value) {
        author = value;
    }

    public String getText() {
        return text;
    }

    public void setText(String value) {
        text = value;
    }

    public long getRevision() {
        return revision;
    }

    public void setRevision(long value) {
        revision = value;
    }

    public String getVia() {
        return via;
    }

    public void setVia(String value) {
        via = value;
    }

    public long getExpires() {
        return expires;
    }

    public void setExpires(long value) {
        expires = value;
    }
}
