import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { breaches, complaint, readImports } from './floors.ts';

const root = mkdtempSync(join(tmpdir(), 'floors-'));
afterAll(() => rmSync(root, { recursive: true }));

function planted(files: Record<string, string>): string {
  const source = mkdtempSync(join(root, 'src-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), text);
  }
  return source;
}

test('the house keeps its own rule, and the check saw it whole', () => {
  const source = join(import.meta.dirname, '../src');
  expect(breaches(source)).toEqual([]);
  expect(readImports(source).modules).toBeGreaterThan(50);
});

test('a planted import that climbs is caught, in every spelling', () => {
  const source = planted({
    'kernel/a.ts':
      "import type { B } from '../storage/b.ts';\nexport const lazy = () => import('../http/c.ts');\n",
    'storage/b.ts': "import {\n  c,\n} from '../http/c.ts';\nexport type B = typeof c;\n",
    'http/c.ts': "export { x } from '../domains/jobs/job.model.ts';\n",
    'domains/jobs/job.model.ts': 'export const x = 1;\n',
  });
  expect(breaches(source)).toEqual([
    'http/c.ts imports domains/jobs/job.model.ts: http is below domains',
    'kernel/a.ts imports storage/b.ts: kernel is below storage',
    'kernel/a.ts imports http/c.ts: kernel is below http',
    'storage/b.ts imports http/c.ts: storage is below http',
  ]);
});

test('a check that sees nothing fails', () => {
  expect(() => breaches(planted({}))).toThrow('saw 0 modules');
});

test.each([
  [
    'domains/billing/account.actions.ts',
    'domains/companies/company.store.ts',
    'the store of companies is its own',
  ],
  [
    'domains/companies/company.actions.ts',
    'domains/billing/ledger.actions.ts',
    'companies comes before billing',
  ],
  ['domains/billing/account.model.ts', 'domains/billing/account.store.ts', 'a model does not import store'],
  [
    'workflows/dispatch.ts',
    'domains/billing/ledger.store.ts',
    'a workflow uses models and actions, not store',
  ],
  ['calls/conductor.ts', 'storage/sql.ts', 'calls knows only the kernel'],
  [
    'domains/jobs/job.actions.ts',
    'calls/plan.ts',
    'calls is known only to workflows, agents and who wires them',
  ],
  ['domains/pets/pet.actions.ts', 'domains/jobs/job.model.ts', 'pets is not in the list of domains'],
  ['attic/x.ts', 'kernel/id.ts', 'attic is no floor of the house'],
])('%s may not import %s', (from, to, words) => {
  expect(complaint({ from, to })).toBe(words);
});

test.each([
  ['domains/billing/account.actions.ts', 'domains/companies/company.actions.ts'],
  ['domains/agents/flow-compile.actions.ts', 'calls/plan.ts'],
  ['processes/wiring.ts', 'domains/billing/billing.routes.ts'],
  ['calls/conductor.ts', 'kernel/id.ts'],
])('%s may import %s', (from, to) => {
  expect(complaint({ from, to })).toBeUndefined();
});
