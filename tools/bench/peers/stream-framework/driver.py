"""
Runs Stream-Framework once and prints its figures as a JSON object: starts Redis and two workers, publishes posts, and waits for their fan-out.

    FOLDER/venv/bin/python driver.py FOLDER/redis-server RUN AUTHOR,AUTHOR,... TEXT [--chunk FOLLOWERS]

RUN is a folder with the file "follows".
"""
import argparse
import json
import os
import socket
import time

os.environ["C_FORCE_ROOT"] = "1"  # Celery takes no pickles as root without it


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return str(server.getsockname()[1])


os.environ["SF_FEEDS_PORT"], os.environ["SF_BROKER_PORT"] = free_port(), free_port()

import redis_2_10

import fanout
import feeds
import ports
import processes
import tasks

WORKERS = 2
PATIENCE = 60


def await_answer(redis):
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return redis.ping()
        except redis_2_10.ConnectionError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def start(redis, folder):
    """Starts Redis and the workers, and returns the workers."""
    processes.redis(redis, "feeds", ports.FEEDS, folder)
    processes.redis(redis, "broker", ports.BROKER, folder)
    await_answer(fanout.store)
    await_answer(fanout.broker)
    workers = [processes.worker(number, folder) for number in range(WORKERS)]
    for _ in workers:
        if fanout.broker.blpop(tasks.READY, PATIENCE) is None:
            raise RuntimeError(f"a worker is not ready after {PATIENCE} s")
    return workers


def publish(workers, authors, text, chunk):
    """Publishes twice, the first time to warm up, and waits until all followers have all posts, or no more deliveries arrive."""
    for _ in range(2):
        fanout.store.flushdb()
        expected, writes, cpu = fanout.deliveries_of(authors), fanout.writes(), cpu_seconds(workers)
        began = time.perf_counter()
        fanout.publish(authors, text, chunk)
        ended = fanout.wait_for(writes + expected + len(authors))
    return {
        "delivered": fanout.delivered(),
        "seconds": ended - began,
        "cpuSeconds": cpu_seconds(workers) - cpu,
    }


def cpu_seconds(workers):
    return sum(worker.cpu_seconds() for worker in workers)


def main():
    options = argparse.ArgumentParser()
    for name in "redis", "folder", "authors", "text":
        options.add_argument(name)
    options.add_argument("--chunk", type=int, default=100)
    options = options.parse_args()
    processes.die_with_parent()
    folder = os.path.abspath(options.folder)
    feeds.load_follows(os.path.join(folder, "follows"))
    workers = start(os.path.abspath(options.redis), folder)
    authors = [int(author) for author in options.authors.split(",")]
    print(json.dumps(publish(workers, authors, options.text, options.chunk)))


try:
    main()
finally:
    processes.kill_all()
