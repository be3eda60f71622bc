// Times @dice-roller/rpg-dice-roller: for each notation of the arguments, seconds per roll (the best of five), as JSON.
import { DiceRoll } from "@dice-roller/rpg-dice-roller";

const ROLLS = 2000;

function seconds(notation) {
  let best = Infinity;
  for (let round = 0; round < 5; round++) {
    const start = process.hrtime.bigint();
    for (let n = 0; n < ROLLS; n++) new DiceRoll(notation).total;
    best = Math.min(best, Number(process.hrtime.bigint() - start) / ROLLS / 1e9);
  }
  return best;
}

console.log(JSON.stringify(Object.fromEntries(process.argv.slice(2).map((notation) => [notation, seconds(notation)]))));
