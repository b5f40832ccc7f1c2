"""The Celery application of driver and workers. Everything that is not here is Celery's default; the README says why each line is."""
import os

from celery import Celery
from celery.signals import worker_ready
from redis_2_10 import StrictRedis

import ports

app = Celery("stream-framework", broker=f"redis://127.0.0.1:{ports.BROKER}/0")
app.conf.update(
    imports=["stream_framework.tasks", "feeds"],
    task_serializer="pickle",
    accept_content=["pickle", "json"],
    task_ignore_result=True,
    worker_disable_rate_limits=True,
)
app.set_default()

READY = "bench:ready"


@worker_ready.connect
def tell_driver(**_):
    StrictRedis(port=ports.BROKER).rpush(READY, os.getpid())
