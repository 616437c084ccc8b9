// The shapes that the modules of the board share.

export interface Score {
  kind: "exact" | "bound" | "estimate";
  unit: "win_probability" | "points";
  seat: number;
  value: number;
  low: number;
  high: number;
  samples: number;
}

export interface MoveValue {
  move: string;
  text: string;
  score?: Score;
  loss?: number;
  verdict?: Verdict;
  note?: string;
  /** A better move that leads to the same game. */
  same_as?: string;
  line?: string[];
}

type Schemas = import("./openapi.js").components["schemas"];
export type Decision = Schemas["Decision"];
export type SeatReview = Schemas["SeatReview"];

/** The review of a line. */
export interface Review {
  /** Its positions; each node has the decision that led to it. */
  line: Node[];
  seats: number[];
  /** Whose decisions are looked at. */
  seat: number;
  /** How many decisions are to be judged. */
  total: number;
  running: boolean;
  hindsight: boolean;
  /** From where one looked before. */
  from: number | null;
  /** Those of the game when the review began, by which another game is told. */
  players: string[];
  answer?: Schemas["ReviewAnswer"];
  /** The decision for which a better move is sought. */
  sought?: Decision;
  /** What is said of that. */
  said?: string;
}

export type Verdict = "solvable" | "unsolvable" | "unknown";

export interface Belief {
  card: string;
  copies: number;
  seats: number[];
  out: number;
  decks?: number[];
  free?: number;
  by_play?: Belief;
}

export interface Analysis {
  information: string;
  verdict?: Verdict;
  score?: Score;
  moves: MoveValue[];
  beliefs?: Belief[];
  plans?: { moves: string[]; text: string; score?: Score; loss?: number }[];
  advice?: string;
  stopped_by: string;
  spent: Record<string, number>;
}

export interface Hint {
  text: string;
  area?: string[];
  move?: string;
}

export interface Table {
  position: any;
  text: string;
  to_move?: number;
  phase?: string;
  over: boolean;
  outcome?: any;
  seat?: number;
  /** The moves that lead there from where they were played. */
  played?: Move[];
  /** Of a deal that was chosen by what it is like: the number that deals it again. */
  number?: number;
}

export interface Move {
  move: string;
  text: string;
}

/** A position in the tree of what was played and tried. */
export interface Node {
  table: Table;
  parent: Node | null;
  children: Node[];
  latest?: Node;
  ply: number;
  move?: string;
  text?: string;
  /** Who made the move. */
  seat?: number;
  moves?: Move[];
  views?: Map<number, Table>;
  values?: Analysis;
  hints?: Record<string, Hint>;
  /** What the hints were asked with. */
  hintsBy?: string;
  verdict?: Verdict;
  verdictSettled?: boolean;
  annotated?: any;
  /** The end of the round before, at the first position of a round. */
  before?: Node;
  /** The first position of the next round, at the end of a round. */
  next?: Node;
  /** The judgement of the move that led here. */
  decision?: Decision;
}

/** The element of a tag, which classes may follow. */
export type Tagged<T extends string> = T extends `${infer Tag}.${string}`
  ? Tagged<Tag>
  : T extends keyof HTMLElementTagNameMap
    ? HTMLElementTagNameMap[T]
    : HTMLElement;

/** What the parts of the page work with. */
export interface App {
  store: import("./store.js").Store;
  play: import("./play.js").Play;
  analyst: import("./analysis.js").Analyst;
  reviewer: import("./review.js").Reviewer;
  /** Deal again as chosen before. */
  dealAgain(): void;
}

/** From where to where a move leads: keys of what is on the table. */
export interface Ends {
  from?: string;
  to?: string;
}

export interface Scene {
  position: any;
  table: Table;
  /** The seat whose view is shown; null with open cards. */
  seat: number | null;
  players: string[];
  moves: Move[];
  picked: string | null;
  /** The ends of the moves that are legal. */
  ends: (Ends & Move)[];
  node: Node;
  values?: Analysis;
}

export interface EditorField {
  key: string;
  label: string;
  kind: "cards" | "number" | "choice" | "cell" | "text" | "fraction";
  /** How many cards belong here; none for any number. */
  size?: number;
  /** Whether some belong here. */
  needed?: boolean;
  /** The card of which the field says how many there are. */
  of?: string;
  choices?: readonly (readonly [string, string])[];
  value?: any;
  help?: string;
  min?: number;
  max?: number;
  /** The places in the position that it fills, where they are not called as its key. */
  at?: string[];
}

/** A switch of the rules, as the service describes it. */
export interface Switch {
  type?: string;
  description?: string;
  default?: any;
  enum?: any[];
  minimum?: number;
  maximum?: number;
  anyOf?: Switch[];
}

export interface Editor {
  /** The cards to choose from, each with its number of copies. */
  pack(rules: any): Map<string, number>;
  fields(values: Record<string, any>): EditorField[];
  /** The position, with what is not given worked out. */
  position(values: Record<string, any>): any;
  /** What is missing besides the cards of fields that have a size, in words. */
  missing?(values: Record<string, any>): string[];
}

export interface About {
  title: string;
  summary: string;
  /** Cards on its tile of the start page. */
  sample: string[];
}

/** A game as the board shows it, with what the service says of it. */
export type Game = GameTable & About & {
  playerCounts: number[];
  verbs: string[];
  sources: string[];
  /** The switches of its rules. */
  switches: Record<string, Switch>;
};

export interface GameTable {
  name: string;
  solitaire: boolean;
  ends(move: string, position: any): Ends;
  draw(scene: Scene): HTMLElement[];
  /** A short text of an action that is not done with a card. */
  action?(move: Move): string;
  /** How many cards a move turns up that only people at the table see. */
  reveals?(move: string, position: any): number;
  /** How many cards of each hand, by seat, a move shows that were not seen. */
  shows?(move: string, position: any): number[];
  /** What the others hear of a move, by its text. */
  heard?(text: string, move: string): string;
  /** How such cards are written after the move. */
  joined?: string;
  result(table: Table, seat: number | null): string;
  /** What is picked up by itself where it can be laid. */
  lifted?: string;
  /** Whether a card with one move is played by one click. */
  direct?: boolean;
  /** The card that a move plays, to be shown where the hand is not. */
  cardOf?(move: string): string;
  /** More that the service knows of a position, shown on the table. */
  annotate?(node: Node, ask: (verb: string, body: object) => Promise<any>): Promise<any>;
  editor: Editor;
}

declare global {
  interface HTMLElementTagNameMap {
    "belief-table": HTMLElement;
    "card-face": HTMLElement;
    "table-stage": import("./parts/table-stage.js").TableStage;
  }
}
