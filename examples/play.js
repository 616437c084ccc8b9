// Play every game of a Kibitz service to its end, in JavaScript without a dependency.
//
// Needs Node 18 or later; the functions run in a browser as well. Run it with the address of the
// service and, if you like, with games:
//
//     node play.js http://127.0.0.1:8000
//     node play.js http://127.0.0.1:8000 knaves hand-knee-foot:4

const ROUNDS = 2; // of a match; a whole match is played by going on until there are winners
const LEVEL = "casual"; // of the computer players: beginner, casual, strong or best
const QUICK = { nodes: 20_000, iterations: 8 }; // an app would rather give { time_ms: 500 }
const oneOf = (list) => list[Math.floor(Math.random() * list.length)];

// The answer of the service; a busy service says when to ask again.
async function ask(address, body) {
  const post = { method: "POST", headers: { "Content-Type": "application/json" } };
  const response = await fetch(address, body && { ...post, body: JSON.stringify(body) });
  if (response.status === 429 || response.status === 503) {
    const seconds = Number(response.headers.get("Retry-After"));
    await new Promise((done) => setTimeout(done, 1000 * seconds));
    return ask(address, body);
  }
  const answer = await response.json();
  if (!response.ok) throw new Error(`${response.status}: ${answer.detail}`);
  return answer;
}

// Solve a deal and play the winning line.
async function playSolitaire(game) {
  const deal = await ask(`${game}/deal`, { seed: 2 });
  const solution = await ask(`${game}/solve`, { position: deal.text, limits: QUICK });
  if (solution.verdict !== "solvable") return `${solution.verdict} (${solution.stopped_by})`;
  const end = await ask(`${game}/play`, { position: deal.text, moves: solution.moves });
  return `${end.outcome.won ? "won" : "not won"} in ${solution.moves.length} moves`;
}

// What the person in seat 0 plays: now and then the hint, else any move.
async function myMove(game, position) {
  // Draw the view: it holds no hidden card. Show a button for each move: `text` has it in words.
  const table = await ask(`${game}/view`, { position, seat: 0 });
  const { moves } = await ask(`${game}/moves`, { position: table.text });
  if (Math.random() < 0.1) {
    const hint = await ask(`${game}/hint`, { position: table.text, limits: QUICK });
    if (hint.move) return hint.move;
  }
  return oneOf(moves).move;
}

// Play as seat 0 against computer players; where there are rounds, more than one.
async function playRounds(game, rules, hasRounds) {
  let table = await ask(`${game}/deal`, { seed: 2, rules });
  let moves = 0;
  for (let rounds = 1; ; rounds++) {
    while (!table.over) {
      const position = table.text;
      const move =
        table.to_move === 0
          ? await myMove(game, position)
          : (await ask(`${game}/choose`, { position, level: LEVEL })).move;
      table = await ask(`${game}/play`, { position, moves: [move] });
      moves++;
    }
    if (!hasRounds) return `${moves} moves, points ${table.outcome.payoffs}`;
    const { match, deal } = await ask(`${game}/next`, { position: table.text, seed: rounds });
    if (rounds === ROUNDS || !deal)
      return `${moves} moves in ${rounds} rounds, totals ${match.totals}`;
    table = deal;
  }
}

async function main(address, ...wanted) {
  for (const game of (await ask(`${address}/v1/games`)).games) {
    const path = `${address}/v1/games/${game.name}`;
    for (const players of game.player_counts) {
      const named = wanted.includes(game.name) || wanted.includes(`${game.name}:${players}`);
      if (wanted.length && !named) continue;
      const rules = game.player_counts.length > 1 ? { players } : {};
      const result =
        players === 1
          ? await playSolitaire(path)
          : await playRounds(path, rules, game.verbs.includes("next"));
      console.log(`${game.title}, players ${players}: ${result}`);
    }
  }
}

main(...process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
