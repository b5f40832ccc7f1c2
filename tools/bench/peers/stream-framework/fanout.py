"""Publishes posts, watches their fan-out in Redis, and counts the deliveries."""
import time

from redis_2_10 import StrictRedis

import feeds
import ports

POLL = 0.01
QUIET = 5.0  # seconds without a write, after which no task is under way

store = StrictRedis(port=ports.FEEDS)
broker = StrictRedis(port=ports.BROKER)


def publish(authors, text, chunk):
    """Publishes a post of each author as a web request does it, in tasks of the given number of followers."""
    feeds.manager.fanout_chunk_size = chunk
    for author in authors:
        feeds.manager.add_post(author, text)


def deliveries_of(authors):
    return sum(len(feeds.followers[author]) for author in authors)


def writes():
    """Returns the number of writes to feeds since Redis has started: a count that costs it almost nothing."""
    return store.info("commandstats").get("cmdstat_zadd", {}).get("calls", 0)


def wait_for(count):
    """Waits for this number of writes, or for a time without any. Returns the time of the last one."""
    seen, moved = writes(), time.perf_counter()
    while seen < count and time.perf_counter() - moved < QUIET:
        time.sleep(POLL)
        now = writes()
        if now != seen:
            seen, moved = now, time.perf_counter()
    return moved


def delivered():
    """Returns the number of items in all home feeds."""
    everyone = {follower for all_of_one in feeds.followers.values() for follower in all_of_one}
    pipeline = store.pipeline(transaction=False)
    for user in everyone:
        pipeline.zcard(feeds.HomeFeed(user).key)
    return sum(pipeline.execute())
