"""A generator of forums with gold mentions: of any size, seeded, with everything that makes names hard. See
docs/guides/simulation.md.

from spacy_pseudo.lab.simulation import Settings, simulate

forum = simulate(Settings(messages=500, seed=7, misspelled=0.05))
for post in forum.posts():
    print(post.message.id, post.mentions)
"""

from .files import write_forum
from .forum import Forum, Post, simulate
from .settings import Settings

__all__ = ["Forum", "Post", "Settings", "simulate", "write_forum"]
