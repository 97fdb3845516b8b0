"""Many tables: tournaments and leagues over NATS with JetStream."""
