/**
 * What the server sends, as types for the checker. There is nothing here at run time.
 *
 * @typedef {{winner: number | null, reason: string}} Outcome
 *
 * @typedef {object} View a position as the server drew it
 * @property {string} code
 * @property {string} game
 * @property {string[]} played
 * @property {number | null} to_move
 * @property {boolean} over
 * @property {Outcome | null} outcome
 * @property {string[]} moves the legal ones
 * @property {string | null} last
 * @property {string[]} said
 * @property {{name: string, values: string[]}[]} gauges what to keep an eye on beside the board
 * @property {string} drawing
 *
 * @typedef {object} Snapshot a match as it stands
 * @property {string} id
 * @property {number} sequence
 * @property {string} game
 * @property {string[]} names
 * @property {string[]} seats
 * @property {number[]} you
 * @property {boolean} watch
 * @property {boolean} solo
 * @property {"waiting" | "playing" | "over"} state
 * @property {View} view
 *
 * @typedef {object} MatchEvent
 * @property {number} sequence
 * @property {string} kind
 * @property {number} [seat]
 * @property {string} [move]
 * @property {string} [name]
 * @property {string} [match]
 * @property {number} [plies]
 * @property {number} [level]
 *
 * @typedef {object} Subscription what whoever begins to follow a match is told
 * @property {Snapshot} match
 * @property {MatchEvent[]} events all of them, or those after the last one seen
 * @property {number} sequence
 *
 * @typedef {object} ApiError
 * @property {string} code
 * @property {string} message
 * @property {number} [rule]
 * @property {{events?: MatchEvent[], retry_after?: number}} [detail]
 *
 * @typedef {object} Answer to one command
 * @property {MatchEvent} [event]
 * @property {View} [view]
 * @property {boolean} [repeated]
 * @property {ApiError} [error]
 *
 * @typedef {object} JudgedMove
 * @property {string} move
 * @property {number | null} [winner]
 * @property {number | null} [plies]
 * @property {number} [mp]
 * @property {string} verdict
 * @property {string[]} line
 * @property {string} why
 *
 * @typedef {object} Analysis a position with the exact value of every move
 * @property {string} code
 * @property {string} game
 * @property {string[]} played
 * @property {number | null} to_move
 * @property {boolean} over
 * @property {Outcome | null} outcome
 * @property {{winner?: number | null, plies?: number | null, mp?: number}} value
 * @property {JudgedMove[]} moves
 * @property {string} drawing
 */

export {};
