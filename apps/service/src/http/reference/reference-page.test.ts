import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { methods, type OpenApiDocument } from './openapi-document.ts';
import { renderReference } from './reference-page.ts';
import { referenceScript } from './reference-script.ts';
import { referenceStyle } from './reference-style.ts';
import { sampleDocument } from './sample-document.ts';

const page = renderReference(sampleDocument);

function documentWith(part: Partial<OpenApiDocument>): OpenApiDocument {
  return { info: { title: 'Small', version: '1' }, ...part };
}

function operationMarkup(anchor: string, markup = page): string {
  const start = markup.indexOf(`<article class="operation" id="${anchor}"`);
  expect(start, `no article for ${anchor}`).toBeGreaterThan(-1);
  return markup.slice(start, markup.indexOf('</article>', start));
}

function textOf(markup: string): string {
  const text = markup
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"');
  return text.replace(/&#39;/g, "'").replace(/&amp;/g, '&');
}

test('every operation in the API reference, except aliases, has one anchor and one navigation entry', () => {
  const operations = Object.values(sampleDocument.paths ?? {})
    .flatMap((item) => methods.map((method) => item[method]))
    .filter((operation) => operation !== undefined && operation['x-alias-of'] === undefined);
  expect(operations.length).toBeGreaterThan(11);
  for (const operation of operations) {
    const id = operation?.operationId ?? '';
    expect(page.split(` id="${id}"`).length - 1, id).toBe(1);
    expect(page.split(`<a href="#${id}" data-link>`).length - 1, id).toBe(1);
  }
});

test('an event in the API reference has an anchor, a navigation entry and a payload example', () => {
  const event = operationMarkup('webhook-conversation.completed');
  expect(page).toContain('<a href="#webhook-conversation.completed" data-link>');
  expect(textOf(event)).toContain('"event": "conversation.completed"');
});

test('an alias is shown with its operation in the API reference, and not listed separately', () => {
  expect(page).not.toContain('id="createCandidate"');
  expect(textOf(operationMarkup('createContact'))).toMatch(/Also reachable as\s*\/candidates/);
});

test('an alias path without its own documentation is shown with its operation in the API reference', () => {
  const markup = renderReference(
    documentWith({
      paths: {
        '/contacts': { get: { operationId: 'list' } },
        '/candidates': { get: { operationId: 'listAgain', 'x-alias-of': '/contacts' } },
      },
    }),
  );
  expect(textOf(operationMarkup('list', markup))).toMatch(/Also reachable as\s*\/candidates/);
});

test('the API reference has no inline script, style or handler', () => {
  expect(page.match(/<script[^>]*>/g)).toEqual(['<script src="/docs/reference.js" defer>']);
  expect(page).toContain('<script src="/docs/reference.js" defer></script>');
  expect(page).not.toMatch(/<style|\sstyle="|\son[a-z]+="|javascript:/i);
});

test('the API reference loads nothing from other hosts', () => {
  expect(page).not.toMatch(/(src|href)="(https?:)?\/\//);
  expect(referenceStyle).not.toMatch(/url\(|@import/);
  expect(referenceScript).not.toMatch(/fetch\(|localStorage|sessionStorage|cookie|innerHTML/);
});

test('HTML in any text of the OpenAPI document is shown as text in the API reference', () => {
  const bad = `<script>alert("x")</script><img src=x onerror='y'>`;
  const markup = renderReference({
    info: {
      title: bad,
      version: bad,
      summary: bad,
      description: `${bad}\n\n## ${bad}\n\n- ${bad}\n\n| ${bad} |\n|---|\n| ${bad} |`,
    },
    servers: [{ url: `https://example.com/${bad}` }],
    tags: [{ name: bad, description: bad }],
    paths: {
      [`/${bad}/{${bad}}`]: {
        post: {
          operationId: bad,
          summary: bad,
          description: bad,
          tags: [bad],
          'x-scopes': [bad],
          'x-aliases': [bad],
          parameters: [
            {
              name: bad,
              in: 'query',
              required: true,
              description: bad,
              example: bad,
              schema: { type: bad, format: bad, pattern: bad },
            },
            { name: bad, in: 'header', required: true, example: bad },
          ],
          requestBody: {
            description: bad,
            content: {
              'application/json': {
                example: { [bad]: bad },
                schema: { $ref: `#/components/schemas/${bad}` },
              },
            },
          },
          responses: {
            [bad]: { description: bad, headers: { [bad]: { description: bad } } },
            '200': { content: { [bad]: {} } },
          },
        },
      },
    },
    webhooks: {
      [bad]: { post: { summary: bad, requestBody: { content: { 'application/json': { example: bad } } } } },
    },
    components: {
      schemas: {
        [bad]: {
          description: bad,
          properties: {
            [bad]: { title: bad, default: bad, enum: [bad], oneOf: [{ title: bad, properties: {} }] },
          },
        },
      },
    },
  });
  expect(markup).toContain('&lt;script&gt;');
  expect(markup.match(/<script/g)).toHaveLength(1);
  expect(markup).not.toMatch(/<img/);
});

test('a recursive schema in the API reference is shown as a link instead of being expanded again', () => {
  expect(textOf(page)).toContain('The same shape again: Section.');
  expect(page).toContain('id="schema-Section"');
});

test('schema references that refer only to each other do not make the API reference loop', () => {
  const markup = renderReference(
    documentWith({
      components: {
        schemas: {
          A: { $ref: '#/components/schemas/B' },
          B: { $ref: '#/components/schemas/A' },
          C: { allOf: [{ $ref: '#/components/schemas/C' }] },
          D: { anyOf: [{ $ref: '#/components/schemas/D' }, { type: 'null' }] },
          E: {
            oneOf: [
              { $ref: '#/components/schemas/E' },
              { type: 'array', items: { $ref: '#/components/schemas/E' } },
            ],
          },
          F: { type: 'array', items: { $ref: '#/components/schemas/F' } },
          H: { type: 'array', items: { $ref: '#/components/schemas/I' } },
          I: { type: 'array', items: { $ref: '#/components/schemas/H' } },
          G: { type: 'object', additionalProperties: { $ref: '#/components/schemas/G' } },
        },
      },
      paths: {
        '/x': {
          post: {
            operationId: 'x',
            requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/E' } } } },
            responses: Object.fromEntries(
              ['A', 'C', 'D', 'F', 'G', 'H'].map((name, index) => [
                `20${index}`,
                {
                  description: name,
                  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
                },
              ]),
            ),
          },
        },
      },
    }),
  );
  expect(markup).toContain('id="x"');
});

test('every link inside the API reference has a target, and its ids are unique', () => {
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map((match) => match[1] ?? '');
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const targets = [...page.matchAll(/href="#([^"]*)"/g)].map((match) => match[1] ?? '');
  expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
});

test('operations in the API reference show whether they need a scope, an admin token or no key', () => {
  expect(textOf(operationMarkup('listContacts'))).toMatch(/Scope\s*read:contacts/);
  expect(textOf(operationMarkup('createApiKey'))).toContain('Bearer $ADMIN_JWT');
  expect(textOf(operationMarkup('getHealth'))).not.toContain('Bearer');
});

test('the limits of a schema are written in words in the API reference', () => {
  const text = textOf(operationMarkup('createContact'));
  expect(text).toContain('1 to 100 characters');
  expect(text).toContain('at most 50 items');
  expect(text).toMatch(/At least one of email or phoneNumber must be present/);
});

test('the script of the API reference is valid JavaScript', () => {
  expect(() => new Script(referenceScript)).not.toThrow();
});
