"""NATS servers with JetStream: their configuration, keys and streams, and the processes that run them."""
