package io.feedmill.worker;

/** The fan-out on DynamoDB Local and ElasticMQ. */
class FanoutIT extends FanoutContract {

    @Override
    Endpoints endpoints() {
        return Endpoints.embedded();
    }
}
