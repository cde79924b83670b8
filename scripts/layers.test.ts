import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { complaint, layerViolations } from './layers.ts';
import { readImports } from './packages.ts';

const root = mkdtempSync(join(tmpdir(), 'layers-'));
afterAll(() => rmSync(root, { recursive: true }));

function planted(files: Record<string, string>): string {
  const source = mkdtempSync(join(root, 'src-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), text);
  }
  return source;
}

test('the service has no layer violations, and the check has read all its files', () => {
  const source = join(import.meta.dirname, '../apps/service/src');
  expect(layerViolations(source)).toEqual([]);
  expect(readImports(source).modules).toBeGreaterThan(50);
});

test('an import from a higher layer is reported, in every syntax', () => {
  const source = planted({
    'storage/a.ts':
      "import type { B } from '../http/b.ts';\nexport const lazy = () => import('../http/c.ts');\n",
    'http/b.ts': "import {\n  x,\n} from '../domains/jobs/job.model.ts';\nexport type B = typeof x;\n",
    'http/c.ts': "export { x } from '../domains/jobs/job.model.ts';\n",
    'domains/jobs/job.model.ts': 'export const x = 1;\n',
  });
  expect(layerViolations(source).sort()).toEqual([
    'http/b.ts imports domains/jobs/job.model.ts: http is below domains',
    'http/c.ts imports domains/jobs/job.model.ts: http is below domains',
    'storage/a.ts imports http/b.ts: storage is below http',
    'storage/a.ts imports http/c.ts: storage is below http',
  ]);
});

test('a layer check that finds no files fails', () => {
  expect(() => layerViolations(planted({}))).toThrow('found 0 modules');
});

test.each([
  [
    'domains/billing/account.actions.ts',
    'domains/companies/company.store.ts',
    'the store of companies is private',
  ],
  [
    'domains/companies/company.actions.ts',
    'domains/billing/ledger.actions.ts',
    'companies comes before billing',
  ],
  ['domains/billing/account.model.ts', 'domains/billing/account.store.ts', 'a model does not import store'],
  ['domains/sourcing/role.model.ts', 'domains/jobs/terms.json', 'the data of jobs is private'],
  [
    'workflows/dispatch.ts',
    'domains/billing/ledger.store.ts',
    'a workflow uses models and actions, not store',
  ],
  [
    'domains/jobs/job.actions.ts',
    '@parley/call-engine/plan.ts',
    'only workflows, agents and main may import live calls',
  ],
  ['domains/pets/pet.actions.ts', 'domains/jobs/job.model.ts', 'pets is not in the list of domains'],
  ['attic/x.ts', 'storage/sql.ts', 'attic is not a layer'],
])('%s may not import %s', (from, to, words) => {
  expect(complaint({ from, to })).toBe(words);
});

test.each([
  ['domains/billing/account.actions.ts', 'domains/companies/company.actions.ts'],
  ['domains/agents/flow-compile.actions.ts', '@parley/call-engine/plan.ts'],
  ['domains/jobs/job.actions.ts', '@parley/kernel/id.ts'],
  ['main/wiring.ts', 'domains/billing/billing.routes.ts'],
])('%s may import %s', (from, to) => {
  expect(complaint({ from, to })).toBeUndefined();
});
