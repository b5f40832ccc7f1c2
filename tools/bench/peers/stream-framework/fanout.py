"""Publishes posts, watches their fan-out in Redis, and counts the deliveries and those that the broker still holds."""
import base64
import json
import pickle
import time

from redis_2_10 import StrictRedis

import feeds
import ports

QUEUE, UNACKED = "celery", "unacked"  # kombu's names
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


def held():
    """Returns the missing deliveries of messages that were received and not acknowledged."""
    pipeline = store.pipeline(transaction=False)
    for entry in broker.hvals(UNACKED):
        message, _exchange, _routing_key = json.loads(entry)
        _args, task, _options = pickle.loads(base64.b64decode(message["body"]))
        activities = task["operation_kwargs"]["activities"]
        for user in task["user_ids"]:
            for activity in activities:
                pipeline.zscore(feeds.HomeFeed(user).key, activity.serialization_id)
    return sum(score is None for score in pipeline.execute())


def queued():
    return broker.llen(QUEUE)
