import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { newSecret, signed } from '@parley/service/domains/webhooks/signature.model.ts';
import { loadConfig } from '@parley/service/main/config.ts';
import { freePort } from '@parley/testing/free-port.ts';
import { startModelServer } from '@parley/testing/model-server.ts';
import { programs } from '@parley/testing/programs.ts';
import { say, startProviderServer } from '@parley/testing/provider-server.ts';
import { startElevenLabsServer } from '@parley/testing/speech-servers/elevenlabs-server.ts';
import { startOpenAiSpeechServer } from '@parley/testing/speech-servers/openai-speech-server.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAsterisk } from '../sip/peers/asterisk.ts';
import { type Block, blocksOf, type Document, isShell, readDocuments, unproven } from './document.ts';
import { type Clone, makeClone, type RunningDocs, runDocument, startAsWritten } from './document-runner.ts';

/** Files of the documents that a test runs, here or beside. */
const triedHere = ['genuine.py', 'pjsip.conf', 'extensions.conf', 'prometheus.yml', 'aliases'];

const documents = await readDocuments();
const documentAt = (path: string): Document => documents.find((one) => one.path === path) as Document;
const withPrograms = documents.filter(({ blocks }) => blocks.some(isShell));

let clone: Clone;
let service: RunningDocs;
const closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  clone = await makeClone();
  const [start] = documentAt('README.md').blocks.filter(isShell);
  service = await startAsWritten(start as Block, clone);
}, 300_000);
afterAll(async () => {
  for (const close of closers.splice(0)) await close();
  await service?.stop();
  await clone?.remove();
});

/** What the vendors of a document are played by. */
const standIns: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  'docs/speech.md': async () => {
    const [openai, elevenlabs] = [await startOpenAiSpeechServer(), await startElevenLabsServer()];
    closers.push(openai.stop, elevenlabs.stop);
    openai.transcribes('The line is good.');
    return {
      OPENAI_API_KEY: 'a-key',
      PARLEY_SPEECH_URL: openai.url,
      ELEVENLABS_API_KEY: 'a-key',
      PARLEY_ELEVENLABS_URL: elevenlabs.url,
    };
  },
  'docs/connect-a-model.md': async () => {
    const model = await startModelServer();
    closers.push(model.stop);
    model.answers([{ text: 'The line is good.', gapMs: 5 }, '{"colour":"blue","isWarm":false}']);
    return { PARLEY_MODEL_URL: model.url, PARLEY_MODEL: 'a-model' };
  },
};

const receiverPort = freePort();
/** What a block must have printed, where an exit code alone would not show it. */
const expected: Readonly<Record<string, readonly RegExp[]>> = {
  'README.md': [/Result +COMPLETED/, /COMPLETED \[#{20}\] 100 %/],
  'docs/keys.md': [/^sk_live_/m],
  'docs/web-calls.md': [/^http:\/\/localhost:\d+\/call\/\S+$/m],
  'docs/webhooks.md': [/"success":true/],
};

describe.skipIf(programs.curl.isMissing)('every command in the documents works as printed', () => {
  test.each(withPrograms.map(({ path }) => path))(
    'the commands in %s work as printed',
    { timeout: 300_000 },
    async (path) => {
      const provider = await startProviderServer((_, response) => say(response, { profiles: [] }));
      closers.push(provider.stop);
      const { blocks } = documentAt(path);
      // The first block of the README is the service itself, which runs already.
      const rest = path === 'README.md' ? blocks.filter((block) => block.text !== 'npm start') : blocks;
      const printed = await runDocument(
        { path, blocks: rest },
        {
          clone,
          environment: (await standIns[path]?.()) ?? {},
          rewrite: {
            'http://localhost:3000': `http://localhost:${service.port}`,
            'localhost:4000': `localhost:${await receiverPort}`,
            'listen(4000': `listen(${await receiverPort}`,
            'https://adapter.example.com/v1': provider.url,
          },
        },
      );
      for (const words of expected[path] ?? []) expect(printed.join('\n')).toMatch(words);
    },
  );
});

test('every code block in the documents is run or parsed, or says why not', () => {
  const problems = documents.flatMap((document) =>
    unproven(document, triedHere).map((problem) => `${document.path} ${problem}`),
  );
  expect(problems).toEqual([]);
});

test('a code block that nothing runs and that does not say why is reported', () => {
  const at = (markdown: string) => unproven({ path: 'x.md', blocks: blocksOf(markdown) }, []);
  expect(at('```\nnpm start\n```')).toEqual(['line 1 has no language: output is text, a command is sh']);
  expect(at('```ruby\nputs 1\n```')).toEqual([expect.stringContaining('line 1 is ruby, which nothing runs')]);
  expect(at('<!-- file: a.py -->\n```python\nprint(1)\n```')).toEqual(['line 2: nothing runs a.py']);
  expect(at('<!-- not run: needs a telephone -->\n```ruby\nputs 1\n```')).toEqual([]);
  expect(at('- in a list\n\n  ```sh\n  true\n  ```')).toEqual([]);
});

test('a failing command is reported with its document and line', async () => {
  const blocks = blocksOf('# A\n\n```sh\nNAME=x\n```\n\n```sh\necho "$NAME"; false\n```');
  const run = runDocument({ path: 'planted.md', blocks }, { clone, environment: {}, rewrite: {} });
  await expect(run).rejects.toThrow(/^planted\.md:7 ended with 1\.[\s\S]*--- it printed\nx\n/);
});

test('a request in a document that gets an error fails its code block', async () => {
  const blocks = blocksOf(`\`\`\`sh\ncurl -s http://localhost:${service.port}/agents\n\`\`\``);
  const run = runDocument({ path: 'planted.md', blocks }, { clone, environment: {}, rewrite: {} });
  await expect(run).rejects.toThrow(/^planted\.md:1 ended with 22\.[\s\S]*Invalid API key/);
});

describe('data and scripts in the documents can be parsed', () => {
  const inDocuments = (...languages: string[]) =>
    documents.flatMap(({ path, blocks }) =>
      blocks.filter(({ language }) => languages.includes(language)).map((block) => ({ path, ...block })),
    );

  test.each(inDocuments('json'))('the JSON at $path:$line can be parsed', ({ text }) => {
    expect(() => JSON.parse(text)).not.toThrow();
  });

  test.each(inDocuments('js', 'ts', 'html'))(
    'the script at $path:$line can be parsed',
    async ({ path, line, language, text }) => {
      const scripts = [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(
        ([, script = '']) => script,
      );
      for (const [number, script] of (language === 'html' ? scripts : [text]).entries()) {
        const file = join(
          clone.folder,
          `${path.replaceAll('/', '-')}-${line}-${number}.${language === 'ts' ? 'mts' : 'mjs'}`,
        );
        await writeFile(file, script);
        await promisify(execFile)(process.execPath, ['--check', file]);
      }
      if (language === 'html') expect(scripts).not.toEqual([]);
    },
  );

  test.each(inDocuments('env'))('the settings at $path:$line exist', ({ text }) => {
    expect(loadConfig({}, parseEnv(text) as Record<string, string>).unknown).toEqual([]);
  });

  test.skipIf(programs.python.isMissing).each(inDocuments('xml'))(
    'the XML at $path:$line can be parsed',
    async ({ text }) => {
      const parse = 'import sys, xml.dom.minidom; xml.dom.minidom.parseString(sys.argv[1])';
      await promisify(execFile)('python3', ['-c', parse, text]);
    },
  );

  test('the web SDK is at the address that docs/web-calls.md names', async () => {
    const [page] = documentAt('docs/web-calls.md').blocks.filter(({ language }) => language === 'html');
    const asset = /'https:\/\/calls\.example\.com(\/\S+)'/.exec(page?.text ?? '')?.[1];
    const address = new URL(asset ?? '', `http://localhost:${service.port}`);
    const entry = await (await fetch(address)).text();
    // The entry has a lasting name, and leads to a file that is cached by its content.
    const inner = await fetch(new URL(/from '(\S+)'/.exec(entry)?.[1] ?? '', address));
    expect(inner.headers.get('content-type')).toMatch(/javascript/);
    expect(await inner.text()).toContain('class WebCall');
  });
});

test.skipIf(programs.python.isMissing)(
  'the Python code in docs/webhooks.md accepts signed requests and refuses changed ones',
  async () => {
    const { blocks } = documentAt('docs/webhooks.md');
    const program = blocks.find(({ mark }) => mark?.text === 'genuine.py')?.text ?? '';
    const secret = newSecret();
    const body = '{"event":"ping"}';
    const headers = signed([secret], 'd-1', new Date(), body);
    await writeFile(join(clone.folder, 'genuine.py'), program);
    const ask = `import json, sys
from genuine import is_genuine
secret, headers, body = sys.argv[1], json.loads(sys.argv[2]), sys.argv[3].encode()
print(is_genuine(secret, headers, body), is_genuine(secret, headers, body + b" "))`;
    const { stdout } = await promisify(execFile)(
      'python3',
      ['-c', ask, secret, JSON.stringify(headers), body],
      {
        cwd: clone.folder,
      },
    );
    expect(stdout.trim()).toBe('True False');
  },
);

test.skipIf(programs.asterisk.isMissing)(
  'with the files and settings of docs/sip-asterisk.md Parley registers at Asterisk and gets its echo',
  { timeout: 240_000 },
  async () => {
    const { blocks } = documentAt('docs/sip-asterisk.md');
    const files = Object.fromEntries(
      blocks.flatMap(({ mark, text }) => (mark?.kind === 'file' ? [[mark.text, text]] : [])),
    );
    const asterisk = await startAsterisk(files);
    try {
      const settings = parseEnv(blocks.find(({ language }) => language === 'env')?.text ?? '');
      const { stdout } = await promisify(execFile)('npx', ['parley', 'trunk', 'check', '--call', '9196'], {
        cwd: clone.folder,
        env: {
          ...clone.environment,
          ...settings,
          PARLEY_SIP_TRUNK: String(settings.PARLEY_SIP_TRUNK).replace(
            '192.0.2.10:5060',
            `127.0.0.1:${asterisk.port}`,
          ),
          PARLEY_SIP_BIND: `127.0.0.1:${await freePort()}`,
        },
      });
      expect(stdout).not.toContain('FAIL');
      expect(stdout).toMatch(/regist/i);
      expect(stdout).toMatch(/tone|echo/i);
      // A contact who puts the call on hold is a re-INVITE then, and no music.
      expect(await asterisk.tell('pjsip show endpoint parley')).toMatch(/moh_passthrough +: true/);
    } finally {
      await asterisk.stop();
    }
  },
);
