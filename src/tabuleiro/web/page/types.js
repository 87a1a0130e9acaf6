// @ts-check
/**
 * The types of the server's answers, for people and for the type checker; never loaded.
 *
 * @typedef {{x: number, y: number, points: string, zone: string | null}} Cell
 * @typedef {{name: string, player: string, side: string, tone: string, svg: string, ring: string}} Piece
 * @typedef {{name: string, title: string}} Titled
 * @typedef {object} Description a board as it is drawn in one view
 * @property {string} game
 * @property {number} files
 * @property {number} ranks
 * @property {string} view
 * @property {Titled[]} views
 * @property {[number, number, number, number]} box
 * @property {string} ground
 * @property {{[name: string]: Cell}} cells
 * @property {{[token: string]: Piece}} pieces
 *
 * @typedef {{key: string, label: string, value: string, player: string | null, warning: boolean}} Fact
 * @typedef {{cell: string, key: string, text: string, directions: [number, number][], on_piece: boolean}} Mark
 * @typedef {{winner: string | null, reason: string, text: string}} Outcome
 * @typedef {object} Position
 * @property {string} game
 * @property {string} fen
 * @property {string} turn
 * @property {string} status
 * @property {Outcome | null} outcome
 * @property {{[cell: string]: string}} pieces
 * @property {{[cell: string]: string[]}} moves
 * @property {Fact[]} facts
 * @property {Mark[]} marks
 * @property {string[]} attacked
 *
 * @typedef {{move?: string, origin: string, target: string, captured: string[]}} Last
 * @typedef {{position: Position, last: Last | null, captured: {[player: string]: string[]}}} Scene what is to be seen after a move
 * @typedef {{from: string, to: string, strength?: number}} Arrow
 *
 * @typedef {{name: string, title: string, tone: string}} Player
 * @typedef {{name: string, about: string, value: string, values: string[] | null, allowed: string}} Option
 * @typedef {object} Game
 * @property {string} id
 * @property {string} title
 * @property {string} goal
 * @property {string} designer
 * @property {string} year
 * @property {Player[]} players
 * @property {number} first
 * @property {number} below  whose men stand below at the start
 * @property {{id: string, name: string, about: string}[]} variants
 * @property {Titled[]} formats
 * @property {{[id: string]: number[]}} ratings what each level from 1 to 10, halves too, is rated in those variants where it was measured
 * @property {boolean} has_draws
 * @property {boolean} pie_rule
 * @property {Titled[]} views
 * @property {string} picture
 * @property {Option[]} [options]
 *
 * @typedef {{name: string, player: string, seat: string, taken: boolean, present: boolean, you: boolean}} Person
 * @typedef {{number: number, kind: string, text: string}} GameEvent
 * @typedef {object} State a match as it stands
 * @property {string} code
 * @property {number} version
 * @property {string} game
 * @property {string} title
 * @property {string} variant
 * @property {Titled} format
 * @property {string | null} control
 * @property {number} number
 * @property {number} games
 * @property {[number, number] | null} score
 * @property {{winner: number | null, score: [number, number], text: string} | null} result
 * @property {Person[]} people
 * @property {string[]} yours
 * @property {Position} position
 * @property {Last | null} last
 * @property {string[]} moves
 * @property {{[player: string]: string[]}} captured
 * @property {{left: {[player: string]: number}, running: string | null, control: string} | null} clock
 * @property {Outcome | null} outcome
 * @property {string | null} draw_offer
 * @property {string | null} takeback
 * @property {boolean} exchanged
 * @property {boolean} ready
 * @property {string[]} may
 * @property {boolean} thinking
 * @property {string | null} rematch
 * @property {GameEvent[]} events
 * @property {string} link
 *
 * @typedef {object} Entry a match in a list
 * @property {string} code
 * @property {string} game
 * @property {string} title
 * @property {string[]} people
 * @property {number} plies
 * @property {string} result
 * @property {string} text
 * @property {string} changed
 * @property {string} url
 * @property {string} picture
 * @property {boolean} yours
 * @property {boolean} your_turn
 * @property {boolean} open
 */
export {};
