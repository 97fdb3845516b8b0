"""What Legends of Signum shows on screens and pages."""
