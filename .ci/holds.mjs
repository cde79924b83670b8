// holds.mjs RESULTS: the rules listed in holds.txt must hold; more may. `--update` writes those that hold now.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [results, update] = process.argv.slice(2);
const list = join(fileURLToPath(import.meta.url), '..', 'holds.txt');
if (results === undefined || !existsSync(results)) {
  console.error(`The black-box rules left no results in ${results}: see above why their run failed.`);
  process.exit(1);
}
const rules = JSON.parse(readFileSync(results, 'utf8'));
const holding = new Set(rules.filter((rule) => rule.result === 'pass').map((rule) => rule.name));

if (update === '--update') {
  writeFileSync(list, `${[...holding].sort().join('\n')}\n`);
  console.log(`${holding.size} rules hold and are listed`);
} else {
  const wanted = readFileSync(list, 'utf8').split('\n').filter(Boolean);
  const broken = wanted.filter((name) => !holding.has(name));
  for (const name of broken) console.error(`no longer holds: ${name}`);
  console.log(`conformance: ${wanted.length - broken.length} passed, ${broken.length} failed`);
  if (broken.length > 0) process.exit(1);
}
