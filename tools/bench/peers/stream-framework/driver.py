"""
Stream-Framework under a line protocol: each line of standard input is a request, each line of standard output its response, both JSON objects.

    SF_FEEDS_PORT=PORT SF_BROKER_PORT=PORT FOLDER/venv/bin/python driver.py --redis FOLDER/redis-server --folder RUN

Ends with its standard input, and Redis and the workers with it.
"""
import argparse
import json
import os
import sys
import time
import traceback

os.environ["C_FORCE_ROOT"] = "1"  # Celery takes no pickles as root without it

import redis_2_10

import fanout
import feeds
import ports
import processes
import tasks

PATIENCE = 60


class Driver:
    def __init__(self, redis, folder):
        self.folder = folder
        self.servers = [
            processes.redis(redis, "feeds", ports.FEEDS, folder),
            processes.redis(redis, "broker", ports.BROKER, folder),
        ]
        self.workers = []
        await_answer(fanout.store)
        await_answer(fanout.broker)

    def start(self, follows, workers):
        """Removes all posts and tasks, takes the follows of the file, and replaces the workers."""
        self.stop_workers()
        feeds.load_follows(follows)
        fanout.store.flushall()
        fanout.broker.flushall()
        self.workers = [processes.worker(number, self.folder) for number in range(workers)]
        for _ in self.workers:
            if fanout.broker.blpop(tasks.READY, PATIENCE) is None:
                raise RuntimeError(f"a worker is not ready after {PATIENCE} s")
        return {}

    def publish(self, authors, text, chunk):
        """Removes all posts, publishes, and waits until all followers have all posts, or no more deliveries arrive."""
        fanout.store.flushdb()
        expected, writes, before = fanout.deliveries_of(authors), fanout.writes(), self.cpu()
        began = time.perf_counter()
        fanout.publish(authors, text, chunk)
        ended = fanout.wait_for(writes + expected + len(authors))
        workers, store = (now - then for now, then in zip(self.cpu(), before))
        return {
            "delivered": fanout.delivered(),
            "seconds": ended - began,
            "workerCpuSeconds": workers,
            "storeCpuSeconds": store,
        }

    def kill(self, authors, text, chunk, after):
        """Publishes, kills the first worker after a share of the deliveries, and waits for the others. Needs a start before and after it."""
        expected, writes = fanout.deliveries_of(authors), fanout.writes()
        fanout.publish(authors, text, chunk)
        fanout.wait_for(writes + len(authors) + after * expected)
        self.workers.pop(0).kill()
        fanout.wait_for(writes + len(authors) + expected)
        return {
            "expected": expected,
            "delivered": fanout.delivered(),
            "held": fanout.held(),
            "queued": fanout.queued(),
        }

    def pages(self, users, limit):
        """Reads the first page of each user's home feed, one after the other."""
        items, nanos = zip(*(fanout.page(user, limit) for user in users))
        return {"items": sum(items), "nanos": nanos}

    def cpu(self):
        workers = sum(worker.cpu_seconds() for worker in self.workers)
        return workers, fanout.cpu_seconds(fanout.store)

    def stop_workers(self):
        while self.workers:
            self.workers.pop().kill()

    def close(self):
        self.stop_workers()
        for server in self.servers:
            server.kill()


def await_answer(redis):
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return redis.ping()
        except redis_2_10.ConnectionError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def answer(driver, line):
    request = json.loads(line)
    try:
        return getattr(driver, request.pop("do"))(**request)
    except Exception as e:
        traceback.print_exc()
        return {"error": f"{type(e).__name__}: {e}"}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--redis", required=True)
    options.add_argument("--folder", required=True)
    arguments = options.parse_args()
    driver = Driver(os.path.abspath(arguments.redis), os.path.abspath(arguments.folder))
    try:
        for line in sys.stdin:
            print(json.dumps(answer(driver, line)), flush=True)
    finally:
        driver.close()


main()
