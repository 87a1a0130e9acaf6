"""The page and its server: all games in a browser, alone, at one screen, or with others by a link."""
