"""Feeds and their manager, as Stream-Framework's documentation sets them up ("Feed setup"), with follows in memory in place of a database."""
import collections
import itertools

from stream_framework import settings
from stream_framework.activity import Activity
from stream_framework.feed_managers.base import FanoutPriority, Manager
from stream_framework.feeds.redis import RedisFeed
from stream_framework.verbs.base import Add

import ports

settings.STREAM_REDIS_CONFIG = {"default": {"host": "127.0.0.1", "port": ports.FEEDS, "db": 0, "password": None}}

# Outside of the manager: each task carries a copy of it.
followers = collections.defaultdict(list)
post_ids = itertools.count(1)


class HomeFeed(RedisFeed):
    key_format = "feed:normal:%(user_id)s"
    max_length = 10**6  # the default, 100, would trim what the bench counts


class AuthorFeed(HomeFeed):
    key_format = "feed:user:%(user_id)s"


class PostManager(Manager):
    feed_classes = {"normal": HomeFeed}
    user_feed_class = AuthorFeed

    def get_user_follower_ids(self, user_id):
        return {FanoutPriority.HIGH: followers[user_id]}

    def add_post(self, author, text):
        self.add_user_activity(author, Activity(author, Add, next(post_ids), extra_context={"text": text}))


manager = PostManager()


def load_follows(path):
    """Replaces all follows; a line of the file is "follower author", both integers."""
    followers.clear()
    with open(path, encoding="ascii") as lines:
        for line in lines:
            follower, author = line.split()
            followers[int(author)].append(int(follower))
