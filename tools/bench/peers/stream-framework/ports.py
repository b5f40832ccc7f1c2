"""Where the two Redis servers are: one keeps feeds, one Celery's queue, so that what each takes can be told apart."""
import os

FEEDS = int(os.environ["SF_FEEDS_PORT"])
BROKER = int(os.environ["SF_BROKER_PORT"])
