"""Pages of ancestries and classes: lists, one of them, the builders, and what an ancestry and a class make together."""
