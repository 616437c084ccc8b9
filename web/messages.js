// Every text of the board, in one table: a translation is another such file. {0}, {1} … are filled in.

/** @type {Record<string, string>} */
const TEXTS = {
  // Cards
  card: "{0} of {1}",
  joker: "joker",
  unseen: "card face down",
  face_down: "{0} face down",
  known: "known",
  known_card: "{0}, known to be in the hand",
  rank_A: "ace", rank_2: "two", rank_3: "three", rank_4: "four", rank_5: "five", rank_6: "six",
  rank_7: "seven", rank_8: "eight", rank_9: "nine", rank_T: "ten", rank_J: "jack",
  rank_Q: "queen", rank_K: "king",
  suit_C: "clubs", suit_D: "diamonds", suit_H: "hearts", suit_S: "spades",
  three_R: "red three", three_B: "black three",

  // Pages
  brand: "Kibitz",
  home_title: "Pick a game",
  home_lead: "Play it, enter a position from a real table, and see what every move is worth.",
  enter: "Enter a position",
  deal: "Deal",
  back: "Change the deal",
  number: "Deal number",
  number_any: "any",
  dealt_instead: "Deal {1} is not such a deal; number {0} was dealt instead.",
  source: "Numbers of",
  source_kibitz: "Kibitz",
  source_pysolfc: "PySolFC",
  difficulty: "Difficulty",
  difficulty_any: "Any deal",
  difficulty_solvable: "Can be won",
  difficulty_easy: "Can be won, easy",
  difficulty_medium: "Can be won, medium",
  difficulty_hard: "Can be won, hard",
  players: "Players",
  rules: "Rules",
  how: "How it is played",
  opponents: "Opponents",
  level_beginner: "Beginners",
  level_casual: "Casual",
  level_strong: "Strong",
  level_best: "Best",
  level_me: "I play every seat",
  level_watch: "They play every seat",
  one_beginner: "beginner", one_casual: "casual", one_strong: "strong", one_best: "best", one_me: "you",
  problem_title: "This cannot be shown",
  problem_deal: "Deal a new game",
  problem_start: "Show the position without the moves",
  problem_again: "Try again",
  no_game: "There is no game “{0}” here.",
  address_wrong: "Not understood in the address: {0}. The rest of it is shown.",
  no_service: "The service does not answer.",
  settings: "Settings",
  look: "Colours",
  look_auto: "As the system",
  look_light: "Light",
  look_dark: "Dark",
  deck: "Suits",
  deck_two: "Two colours",
  deck_four: "Four colours",
  pace: "Opponents play",
  pace_calm: "At a calm pace",
  pace_quick: "Without a pause",
  keys: "Keys",
  close: "Close",
  cancel: "Cancel",
  skip: "Skip to the table",

  // Playing
  undo: "Undo",
  not_your_turn: "It is the turn of {0}",
  redo: "Redo",
  hint: "Hint",
  analyse: "Analyse",
  stop: "Stop",
  copy_link: "Copy link",
  copied: "The link is copied.",
  copy_by_hand: "The link is in the address line.",
  next_round: "Next round",
  deal_again: "Deal again",
  go_on: "Play on",
  you: "You",
  seat: "Seat {0}",
  by_seat: "{0}: {1}",
  your_turn: "Your turn",
  turn_of: "{0} to play",
  thinking: "Thinking …",
  loading: "Loading …",
  table: "Table",
  actions: "Moves without a card",
  their_moves: "What did {0} do?",
  choices: "Moves with {0}",
  typed: "Type a move",
  typed_go: "Play",
  the_move: "The move",
  view_of: "Seen by",
  view_open: "Open cards",
  stock: "Stock",
  stock_left: "Stock, {0}",
  pile: "pile {0}",
  onto: "pile {0} onto pile {1}",
  in_pile: "{0}, pile {1}",
  in_hand: "{0}, your hand",
  in_hand_of: "{0}, hand of {1}",
  hand_of: "Hand of {0}",
  match_over: "The match is over: {0}.",
  name_cards: "Which card was drawn?",
  name_cards_n: "Which {0} cards were drawn?",
  name_hand: "Which {0} cards are in the hand of {1}?",
  not_so: "{0} cannot be moved that way.",
  name_ok: "Go on",
  name_gone: "no {0} is left",
  won: "Won.",
  lost: "Lost.",

  // Analysis
  values: "Values",
  value: "Value",
  percentage: "percentage points",
  same_as: "Comes to the same:",
  move: "Move",
  more_moves: "{0} more",
  opponents_turn: "Values are shown when it is your turn.",
  hidden_note: "From what this seat can see.",
  known_note: "The order of the stock is used.",
  still: "searching",
  stopped_solved: "solved", stopped_settled: "settled", stopped_cancelled: "", stopped_time: "time is up", stopped_nodes: "stopped at its limit",
  stopped_iterations: "stopped at its limit", stopped_memory: "stopped for lack of memory",
  verdict_solvable: "can be won",
  verdict_unsolvable: "lost",
  verdict_unknown: "open",
  verdict_solvable_long: "This position can be won.",
  verdict_unsolvable_long: "This position cannot be won.",
  verdict_unknown_long: "Whether this position can be won is not known yet.",
  winnable: "Can I still win?",
  last_winnable: "Back to the last position that could be won",
  none_winnable: "No position of this line is known to be winnable.",
  lost_deal: "This deal cannot be won.",
  order_known: "Use the order of the stock",
  moves: "Moves",
  start: "Start",
  play_it: "Play it",
  hint_more: "Tell me more with Hint again.",
  beliefs: "Where the cards are",
  out: "out",
  deck_of: "deck {0}",
  free: "free card",
  chance: "Chance to win over time",
  points_chart: "Value over time",
  plans: "Whole turns",

  // Reviewing
  review: "Review",
  review_nothing: "There is no move to review yet.",
  review_none_own: "There is no move of yours to review yet.",
  review_done: "The review is done. Mistakes found: {0}.",
  review_none: "No mistake has been found.",
  review_progress: "{0} of {1} decisions judged …",
  review_judged: "Decisions looked at: {0}.",
  review_cut: "Decisions that could not be judged in the time: {0}.",
  review_stopped: "Stopped: {0} of {1} decisions looked at.",
  review_stop: "Stop here",
  reviewed_seat: "Decisions of",
  previous_mistake: "Previous mistake",
  next_mistake: "Next mistake",
  find_better: "Find the better move",
  hindsight: "With the real cards, in hindsight",
  in_hindsight: "With the real cards it lost {0}. That is no part of the judgement.",
  judged_best: "best move", judged_good: "good move", judged_inaccuracy: "inaccuracy", judged_mistake: "mistake",
  judged_blunder: "blunder", judged_too_close_to_call: "too close to call", judged_forced: "nothing to decide", judged_alike: "all moves led to the same game", judged_not: "not judged",
  was_played: "Played: {0}.",
  was_better: "Better: {0}.",
  was_preferred: "The first choice of the search: {0}.",
  lost_by: "It lost {0}.",
  with_interval: "{0} ({1} to {2})",
  accuracy: "Accuracy",
  loss_per_decision: "Loss per decision",
  luck_of_seat: "Brought by luck",
  adjusted: "Result without luck",
  luck: "Brought by luck: {0}",
  skill: "Lost by own moves: {0}",
  luck_and_skill: "Luck and own moves, added up",
  turning_points: "Turning points",
  losing_move: "The move that lost it",
  last_moment: "The last moment to win",
  winning_line: "A winning line",
  seek: "A better move than the one that was played is here. Which?",
  seek_best: "{0}: that is the better move.",
  seek_good: "{0}: good as well, by a first estimate.",
  seek_played: "{0}: that was played. There is a better move.",
  seek_worse: "{0}: not this one. Try another.",
  seek_show: "Show it",

  // Entering a position
  enter_title: "Enter a position: {0}",
  enter_lead: "Click cards or type them, as in AH KD 7c. Press Enter to go on to the next field.",
  enter_paste: "Paste a position or a record of a game",
  you_are: "You are",
  enter_go: "Set it up",
  enter_missing: "Not right yet: {0}.",
  enter_ready: "Nothing is missing.",
  enter_refused: "Not accepted: see the notes.",
  enter_clear: "Clear all",
  yes: "yes", no: "no", empty: "empty",
  enter_broken: "The JSON that was pasted cannot be read: {0}",
  enter_unread: "“{0}” in “{1}” cannot be read",
  enter_empty: "“{0}” is empty",
  enter_whole: "“{0}” should be a whole number",
  enter_least: "“{0}” should be at least {1}",
  enter_most: "“{0}” should be at most {1}",
  enter_none: "there is no {3} in this pack",
  enter_twice: "{3} is entered more than once",
  enter_many: "{0} {1}, and there are {2}",
  enter_over: "{0} more than the packs have",
  picker: "Cards that are left",
  picker_left: "{0}, {1} left",
  n_cards: "cards: {0} of {1}",
  n_any: "cards: {0}",
  want_cards: "{0} more in “{1}”",
  want_less: "{0} fewer in “{1}”",
  remove: "Remove {0}",
};

/** The switches of the rules whose names do not say it, and what they may be. @type {Record<string, string>} */
const SWITCHES = {
  wrap: "Ranks go round", wrap_cycle: "yes", wrap_none: "no",
  win: "Won when", win_stock_empty: "the stock is empty", win_stock_empty_and_stuck: "also no move is left",
  information: "Order of the stock", information_known: "may be used", information_hidden: "is not looked at",
  turned_jack: "A jack turned for trumps", turned_jack_out: "costs nobody", turned_jack_last_trick: "goes with the last trick",
  turned_jack_no_trump: "costs nobody, no trumps",
  jack_hearts: "Jack of hearts", jack_diamonds: "Jack of diamonds", jack_clubs: "Jack of clubs", jack_spades: "Jack of spades",
  exposed_cards: "Exposed cards may be called",
  anchored: "First card in the middle", danglers: "Cards beyond the edge", leaners: "Cards on chair legs",
  redeal: "The waste is", redeal_shuffle: "shuffled", redeal_turn_over: "turned over", may_decline: "Drawing is always allowed",
  knack_call: "Calling K'nack!", knack_call_auto: "automatic", knack_call_explicit: "the player must call it",
  allow_return_discard: "A taken card may be discarded", rummy_beats_tie: "No deadwood beats a tie",
  stock_out: "When the stock is used up", stock_out_turn_over: "the pile is turned over", stock_out_shuffle: "the pile is shuffled",
  stock_out_end_hand: "the hand ends", stock_out_end_round: "the round ends", stock_out_reshuffle: "the pile is shuffled",
  max_turn_overs: "Times the pile is turned over", max_takes: "Cards taken in a row",
  draw: "Cards drawn", max_wilds: "Wild cards of a meld", special_natural_only: "5s and 7s without wild cards",
  take_onto_full: "Pile onto a meld of five or six", red_three_auto: "Red threes have to be laid out",
  red_three_unopened: "Red threes not taken up count", knee_pickup: "The knee", knee_pickup_choice: "may be taken", knee_pickup_auto: "must be taken",
  required: "Books to go out", required_red_black_5s_7s: "red, black, 5s and 7s", required_red_black: "red and black",
  ask_team: "Partners are asked",
};

/** A switch, or what it may be, in words. @param {string} name @param {any} [value] */
export function switchWords(name, value) {
  if (typeof value === "boolean") return say(value ? "yes" : "no");
  const known = SWITCHES[value === undefined ? name : `${name}_${value}`];
  return known ?? (value === undefined ? capital(name.replaceAll("_", " ")) : String(value).replaceAll("_", " "));
}

/** A text with values filled in. @param {string} key @param {...unknown} values */
export function say(key, ...values) {
  const text = TEXTS[key] ?? key;
  return text.replace(/\{(\d)\}/g, (_, place) => String(values[Number(place)] ?? ""));
}

/** Choices with their words. @param {string} key under which the words stand @param {readonly string[]} all @returns {[string, string][]} */
export const choices = (key, all) => all.map((one) => [one, say(`${key}_${one}`)]);

/** The names of the players by seat, where a record gives them. @type {readonly string[]} */
let players = [];

/** Call the seats by these names, or by their numbers. @param {readonly string[]} names */
export const callThem = (names) => (players = names);

/** Who sits there. @param {number} seat @param {number | null} [own] the seat that looks */
export const whoIs = (seat, own = null) => players[seat] ?? (seat === own ? say("you") : say("seat", seat));

/** With a capital letter. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A number with a true minus sign. @param {number | string} value */
export const minus = (value) => String(value).replace("-", "−");

/** The name of a card, of several: queens of clubs, sixes. @param {string} name */
export const several = (name) => name.replace(/x?(?= of |$)/, (end) => `${end && "xe"}s`);

/** So many cards. @param {number} count */
export const cards = (count) => `${count} ${count === 1 ? "card" : "cards"}`;
