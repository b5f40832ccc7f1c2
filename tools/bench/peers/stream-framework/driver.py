"""
Stream-Framework under a line protocol: a JSON object a line on standard input, one in answer to each on standard output.

    SF_FEEDS_PORT=PORT SF_BROKER_PORT=PORT FOLDER/venv/bin/python driver.py --redis FOLDER/redis-server --folder RUN

Ends, with Redis and the workers, when its standard input ends.
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

    def graph(self, file):
        """Takes the follows of the file."""
        return {"follows": feeds.load_follows(file)}

    def start(self, workers):
        """Forgets all posts and tasks, and starts as many workers in place of those that run."""
        self.stop_workers()
        fanout.store.flushall()
        fanout.broker.flushall()
        self.workers = [processes.worker(number, self.folder) for number in range(workers)]
        for _ in self.workers:
            if fanout.broker.blpop(tasks.READY, PATIENCE) is None:
                raise RuntimeError(f"a worker is not ready after {PATIENCE} s")
        return {"pids": [worker.pid for worker in self.workers]}

    def clear(self):
        """Forgets all posts."""
        fanout.store.flushdb()
        return {}

    def publish(self, authors, text, chunk):
        """Publishes, and waits until all followers have all posts, or nothing moves any more."""
        count, before = fanout.delivered(), self.cpu()
        expected, writes = fanout.deliveries_of(authors), fanout.writes()
        began = time.perf_counter()
        publisher = fanout.publish(authors, text, chunk)
        ended = fanout.wait_for(writes + expected + len(authors))
        workers, store, broker = (now - then for now, then in zip(self.cpu(), before))
        return {
            "expected": expected,
            "delivered": fanout.delivered() - count,
            "seconds": ended - began,
            "publisherCpuSeconds": publisher,
            "workerCpuSeconds": workers,
            "storeCpuSeconds": store,
            "brokerCpuSeconds": broker,
        }

    def kill(self, authors, text, chunk, after):
        """Publishes, kills the first worker when that share of the deliveries is written, and waits until the others are done."""
        count, writes = fanout.delivered(), fanout.writes()
        expected = fanout.deliveries_of(authors)
        fanout.publish(authors, text, chunk)
        fanout.wait_for(writes + len(authors) + after * expected)
        self.workers.pop(0).kill()
        at = fanout.writes() - writes - len(authors)
        fanout.wait_for(writes + len(authors) + expected)
        return {
            "expected": expected,
            "atKill": at,
            "delivered": fanout.delivered() - count,
            "held": fanout.held(),
            "queued": fanout.queued(),
        }

    def pages(self, users, limit):
        """Reads the first page of each user, one after the other."""
        items, nanos = zip(*(fanout.page(user, limit) for user in users))
        return {"items": sum(items), "nanos": nanos}

    def cpu(self):
        workers = sum(worker.cpu_seconds() for worker in self.workers)
        return workers, fanout.cpu_seconds(fanout.store), fanout.cpu_seconds(fanout.broker)

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
