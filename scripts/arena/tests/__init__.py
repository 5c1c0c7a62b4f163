import package  # noqa: F401, finds claimeven
