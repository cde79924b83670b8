#!/usr/bin/env node
// Plain JavaScript for any Node: the service itself needs Node 24, which npm installs beside it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const bundled = bundledNode() ?? join(root, 'node_modules', '.bin', 'node');

/** As a package of its own, it lies wherever npm put it beside this one. */
function bundledNode() {
  try {
    const name = `node-${process.platform}-${process.arch}/package.json`;
    return join(dirname(createRequire(import.meta.url).resolve(name)), 'bin', 'node');
  } catch {
    return undefined;
  }
}

if (Number(process.versions.node.split('.')[0]) >= 24) {
  // What was compiled once is not compiled again: a start took 1.7 s of the processor instead of 3.0. Where the folder
  // may not be written, nothing is kept.
  const compiled = join(root, 'node_modules', '.cache', 'parley');
  module.enableCompileCache(compiled);
  // Threads look here. Without it each of them loads the compiler of TypeScript, which takes longer and 30 MB.
  process.env.NODE_COMPILE_CACHE ??= compiled;
  const { runCommandLine } = await import('../src/main/cli.ts');
  await runCommandLine(process.argv.slice(2));
} else if (existsSync(bundled)) {
  const child = spawn(bundled, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // As a shell counts it: 130 for Ctrl-C.
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)));
} else {
  console.error(
    existsSync(join(root, 'node_modules'))
      ? `Parley needs Node 24; this is ${process.version}. Install it from https://nodejs.org.`
      : 'Parley is not installed yet. Run npm start once in its folder.',
  );
  process.exit(1);
}
