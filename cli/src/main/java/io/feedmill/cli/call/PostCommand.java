package io.feedmill.cli.call;

import io.feedmill.cli.token.ApiOutput;
import io.feedmill.client.Post;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "post",
        mixinStandardHelpOptions = true,
        description = "Publishes a post that everyone may read, and prints its id.")
public final class PostCommand implements Callable<Integer> {
    @Mixin
    private ApiOutput api = new ApiOutput();

    @Parameters(paramLabel = "AUTHOR")
    private String author = "";

    @Parameters(paramLabel = "TEXT", description = "The text of the post.")
    private String text = "";

    @Override
    public Integer call() {
        Post post = api.client().as(author).publishPost(new Post.NewPost(author, text));
        api.print(post, made -> List.of(made.id()));
        return 0;
    }
}
