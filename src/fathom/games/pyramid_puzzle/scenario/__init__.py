"""Puzzle files: the YAML in which scenarios are published, read and written.

    pyramid_scenario_001:
      metadata:
        author: "..."
      configuration:
        blocked:
          - tile: B2
        collectibles:
          - type: key
            location: C4
        objective:
          goal_tile: A1
          requires: ["key"]
      solution:
        optimal_mp: 12

A file may hold several scenarios, under several names or as several documents. The fields may also stand at the top of
the file, without a name, and `collectibles`, `objective` and `hints` beside `configuration`.
"""
