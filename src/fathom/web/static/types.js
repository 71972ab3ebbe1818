/**
 * What the server sends, as types for the checker. There is nothing here at run time.
 *
 * Each stands for a schema of the OpenAPI document: the one of the same name, or the one that `@schema` names before it.
 * `make lint` compares them; a type here may leave out what no script uses.
 *
 * @schema OutcomeDict
 * @typedef {{winner: number | null, reason: string}} Outcome
 *
 * @schema StemDict
 * @typedef {{start: string, joiner: string}} Stem a code without its moves, and what joins the first one to it
 *
 * @schema GaugeDict
 * @typedef {{name: string, values: string[]}} Gauge something to keep an eye on beside the board
 *
 * @schema ToldDict
 * @typedef {{now: string, happened: string, result: string}} Told what is said to one kind of reader
 *
 * @schema GuideDict
 * @typedef {{goal: string, told: Told[]}} Guide the goal, and what is said to a watcher, to seat 1, to seat 2 and to both
 *
 * @schema MatchViewDict
 * @typedef {object} View a position as the server drew it
 * @property {string} code
 * @property {Stem} stem
 * @property {string} game
 * @property {string[]} played
 * @property {number | null} to_move
 * @property {boolean} over
 * @property {Outcome | null} outcome
 * @property {string[]} moves the legal ones
 * @property {string | null} last
 * @property {string[]} said
 * @property {Gauge[]} gauges
 * @property {Guide} guide
 * @property {string} drawing
 *
 * @typedef {object} RematchState
 * @property {number[]} offers the seats that offer a rematch
 * @property {string} [game] if it is another game
 * @property {string | null} match the rematch, once it has begun
 *
 * @typedef {{game: number, halves: number[]}} PairState a game of a pair, and the half points brought along
 *
 * @typedef {{any_game: boolean}} ChallengeState may whoever accepts it choose the game?
 *
 * @typedef {object} ClockState limited time, in milliseconds
 * @property {"game" | "move"} per
 * @property {number} seconds
 * @property {string} words
 * @property {number[]} left
 * @property {number | null} runs the seat whose time is running
 *
 * @typedef {object} Presence of a player, in milliseconds
 * @property {boolean} here
 * @property {number} away
 * @property {number} claim after so many seconds away, the other player may claim the match
 *
 * @typedef {{seat: number, plies: number}} TakeBackState who asks to take back how many moves
 *
 * @typedef {object} Snapshot a match as it stands
 * @property {string} id
 * @property {number} sequence
 * @property {string} game
 * @property {string[]} names
 * @property {string[]} called the names as people read them
 * @property {("person" | "machine" | "open")[]} seats
 * @property {number[]} you
 * @property {boolean} watch
 * @property {boolean} solo
 * @property {"waiting" | "playing" | "over"} state
 * @property {RematchState} rematch
 * @property {PairState | null} pair
 * @property {ChallengeState | null} challenge if anybody may accept it
 * @property {ClockState | null} clock
 * @property {Presence[] | null} presence
 * @property {TakeBackState | null} take_back
 * @property {View} view
 *
 * @typedef {object} LessonStep
 * @property {string} game
 * @property {number} step
 * @property {number} steps
 * @property {string} code
 * @property {string} task
 * @property {boolean} done
 * @property {string[]} moves
 * @property {string} drawing
 *
 * @typedef {{right: boolean, said: string, lesson: LessonStep}} LessonReply
 *
 * @typedef {object} Invited what an invitation is for
 * @property {string} game
 * @property {string} title
 * @property {string} summary
 * @property {string} by who invites
 * @property {string} options
 * @property {string} clock how much time there is, if it is limited
 * @property {boolean} begins
 * @property {boolean} pair is it the first of two games?
 * @property {string[]} rules
 *
 * @typedef {{match: Snapshot, token: string, invite: string | null}} Made a match that was made, and a seat in it
 *
 * @typedef {{match: Snapshot, token: string, waiting: boolean}} Found a match with an opponent, or one to wait in
 *
 * @schema EventDict
 * @typedef {object} MatchEvent
 * @property {number} sequence
 * @property {string} kind
 * @property {string} at
 * @property {number} [seat]
 * @property {string} [move]
 * @property {string} [name]
 * @property {string} [match]
 * @property {string} [game]
 * @property {number} [plies]
 * @property {number} [level]
 * @property {string[]} [from] the moves that were there when the match began
 *
 * @schema ErrorDict
 * @typedef {object} ApiError
 * @property {string} code
 * @property {string} message
 * @property {number} [rule]
 * @property {object} [detail]
 *
 * @schema Subscribed
 * @typedef {object} Subscription what whoever begins to follow a match is told
 * @property {Snapshot} match
 * @property {MatchEvent[]} events all of them, or those after the last one seen
 * @property {number} sequence
 *
 * @schema AnswerFrame
 * @typedef {object} Answer to one command
 * @property {MatchEvent} [event]
 * @property {View} [view]
 * @property {ClockState} [clock]
 * @property {boolean} [repeated]
 * @property {ApiError} [error]
 *
 * @schema Subscribed
 * @typedef {object} SubscribedFrame
 * @property {"subscribed"} type
 * @property {Snapshot} match
 * @property {MatchEvent[]} events
 * @property {number} sequence
 *
 * @typedef {object} EventFrame
 * @property {"event"} type
 * @property {MatchEvent} event
 * @property {View} [view]
 * @property {ClockState} [clock]
 *
 * @typedef {object} AnswerFrame
 * @property {"answer"} type
 * @property {string | number | null} id
 * @property {MatchEvent} [event]
 * @property {View} [view]
 * @property {ClockState} [clock]
 * @property {boolean} [repeated]
 * @property {ApiError} [error]
 *
 * @typedef {{type: "error", error: ApiError}} ErrorFrame
 *
 * @typedef {{type: "presence", seats: Presence[]}} PresenceFrame
 *
 * @schema ValueDict
 * @typedef {{winner?: number | null, plies?: number | null, mp?: number | null}} Value
 *
 * @schema ServedMoveDict
 * @typedef {object} JudgedMove
 * @property {string} move
 * @property {number | null} [mp]
 * @property {string} verdict
 * @property {string} words the verdict in words
 * @property {string} worth what the move is worth, in words
 * @property {number} rank of the verdict: 0 is best
 * @property {string[]} line
 * @property {string} explanation the reason, with the rule for winning that it is an instance of
 * @property {string} code after the move
 *
 * @schema PositionDict
 * @typedef {object} Analysis a position with the exact value of every move
 * @property {string} code
 * @property {Stem} stem
 * @property {string} game
 * @property {string[]} played
 * @property {number | null} to_move
 * @property {boolean} over
 * @property {Outcome | null} outcome
 * @property {Value} value
 * @property {string} standing whose move it is and how that player stands, or how it ended
 * @property {string | null} worth what the position is worth to whoever is to move
 * @property {JudgedMove[]} moves
 * @property {string} drawing
 *
 * @schema HintText
 * @typedef {{level: number, levels: number, text: string}} Hint
 *
 * @typedef {object} Drill a position to answer
 * @property {string} code
 * @property {string} game
 * @property {string} title
 * @property {number} level
 * @property {boolean} again
 * @property {number} due
 * @property {string} standing
 * @property {View} view
 *
 * @typedef {{drill: Drill | null}} DrillAsked
 *
 * @typedef {object} GivenAnswer an answer as this browser keeps it
 * @property {string} game
 * @property {string} position
 * @property {boolean} is_right
 * @property {boolean} hinted
 * @property {string} at
 *
 * @typedef {object} JudgedAnswer
 * @property {boolean} right
 * @property {string} move
 * @property {string} verdict
 * @property {string} why
 * @property {string} solution
 * @property {string[]} line
 * @property {string} lesson the rule for winning that decides there
 * @property {string} comes_back
 * @property {GivenAnswer} answer
 *
 * @schema GameProgressDict
 * @typedef {object} GameProgress
 * @property {string} game
 * @property {number} remembered positions known
 * @property {number} mastered rules
 * @property {string} goal
 * @property {number} due
 * @property {number} level
 * @property {number[][]} chart
 *
 * @schema TallyDict
 * @typedef {{right: number, total: number}} Tally
 *
 * @schema WeekDict
 * @typedef {{week: string, drills: Tally}} Week
 *
 * @typedef {{games: GameProgress[], weeks: Week[]}} Progress
 *
 * @typedef {{number: number, move: string, mp: number}} LostMove
 *
 * @typedef {object} WalkResult a walk beside the best there is
 * @property {string} code
 * @property {number} mp
 * @property {number | null} best
 * @property {boolean} solved
 * @property {string} sentence
 * @property {LostMove[]} lost
 * @property {string[]} best_moves
 * @property {string} symbols
 *
 * @schema PuzzleResultDict
 * @typedef {{player: string, mp: number, over: number, hints: number}} PuzzleResult
 *
 * @typedef {{results: PuzzleResult[]}} DailyResults
 *
 * @typedef {{layout: string}} MadePuzzle
 *
 * @typedef {object} Draft a layout in the making
 * @property {number} levels
 * @property {string} things
 * @property {string} drawing
 * @property {string | null} code
 * @property {string} said
 */

export {};
