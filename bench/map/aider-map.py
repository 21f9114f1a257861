"""Aider's repo map of the tracked files of a tree, from nothing: aider-map.py TREE TOKENS."""

import json
import os
import subprocess
import sys
import tempfile

from aider.io import InputOutput
from aider.repomap import RepoMap


class Model:
    """Counts tokens as a quarter of the characters: no tokenizer is loaded, which can only make Aider faster."""

    def token_count(self, text):
        return len(text) // 4


def main():
    root = os.path.abspath(sys.argv[1])
    tokens = int(sys.argv[2])
    tracked = subprocess.run(
        ["git", "ls-files", "-z"], cwd=root, capture_output=True, check=True, text=True
    ).stdout.split("\0")
    files = [os.path.join(root, name) for name in tracked if os.path.isfile(os.path.join(root, name))]
    # Where its cache lies: joined to the root, an absolute path stays what it is, so that the tree is left as it was.
    with tempfile.TemporaryDirectory() as cache:
        RepoMap.TAGS_CACHE_DIR = os.path.join(cache, "tags")
        repo_map = RepoMap(
            map_tokens=tokens, root=root, main_model=Model(), io=InputOutput(yes=True, pretty=False)
        )
        text = repo_map.get_repo_map([], files)
    print(json.dumps({"files": len(files), "characters": len(text or "")}))


main()
