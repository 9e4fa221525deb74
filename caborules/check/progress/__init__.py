"""That play never gets stuck: whoever has to decide can do something."""
