// npx node scripts/reference-docs.ts: writes docs/settings.md, docs/events.md and docs/commands.md from the code.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventCatalog, eventName, eventTypes } from '@parley/contract/event.ts';
import { commands } from '@parley/service/main/cli.ts';
import { embeddingSettings, modelSettings } from '@parley/service/main/settings/model-settings.ts';
import type { Setting } from '@parley/service/main/settings/setting.ts';
import { settings } from '@parley/service/main/settings/settings.ts';
import { sipSettings } from '@parley/service/main/settings/sip-settings.ts';
import { speechSettings } from '@parley/service/main/settings/speech-settings.ts';
import { webCallSettings } from '@parley/service/main/settings/web-call-settings.ts';

type Table = Readonly<Record<string, Setting<unknown>>>;

const areas: readonly (readonly [title: string, table: Table])[] = [
  ['Telephone calls', sipSettings],
  ['Web calls', webCallSettings],
  ['Language models', { ...modelSettings, ...embeddingSettings }],
  ['Speech', speechSettings],
];

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

function settingTable(table: Table): string {
  const rows = Object.entries(table).map(([name, { meaning, preset, secret }]) =>
    row(`\`${name}\``, `${meaning}${secret ? ' (a secret)' : ''}`, preset),
  );
  return ['| Setting | Meaning | Default |', '|---|---|---|', ...rows].join('\n');
}

const byPurpose = `| To | Set |
|---|---|
| use your own PostgreSQL (15 or later) | \`DATABASE_URL\` |
| make it reachable | \`HOST=0.0.0.0\`, \`PARLEY_PUBLIC_URL=https://…\`, and \`PARLEY_TRUST_PROXY\` behind a proxy |
| run several processes | \`npx parley start --role api\`, \`--role worker\`, \`--role media\`, all with the same \`DATABASE_URL\`, \`PARLEY_KEY_PEPPER\`, \`PARLEY_LINK_SECRET\` and \`PARLEY_ADMIN_JWT_SECRET\`, and with S3 or one shared data folder; web calls: [docs/web-calls.md](web-calls.md#in-separate-processes) |
| upgrade | back up, then replace one process after the other: [docs/upgrade.md](upgrade.md) |
| deploy to a server | containers, systemd or Kubernetes: [docs/deploy.md](deploy.md); \`npx parley init\`, \`npx parley doctor\` |
| back up and restore | \`npx parley backup\`, \`npx parley restore\`; see [docs/backup.md](backup.md) |
| call real telephones | \`PARLEY_SIP_TRUNK\`; see [docs/telephone.md](telephone.md) |
| use an LLM | \`PARLEY_MODEL\`, \`PARLEY_MODEL_URL\`, \`PARLEY_MODEL_KEY\`; see [docs/models.md](models.md) |
| use STT and TTS vendors | see [docs/speech.md](speech.md) |
| turn recording off | \`PARLEY_RECORDING=off\` |
| store files in S3 | \`PARLEY_S3_ENDPOINT\`, \`PARLEY_S3_BUCKET\`, \`PARLEY_S3_ACCESS_KEY_ID\`, \`PARLEY_S3_SECRET_ACCESS_KEY\` |
| sign administrators in with your identity provider | \`PARLEY_ADMIN_JWKS_URL\`, \`PARLEY_ADMIN_JWT_AUDIENCE\`, \`PARLEY_ADMIN_JWT_ISSUER\`; the tokens of \`parley admin-token\` are refused then, unless \`PARLEY_ADMIN_JWT_HS256=on\` |
| send mail | \`SMTP_URL\`, \`PARLEY_MAIL_FROM\` |
| hold calls in the browser | an agent of \`type: ONLINE\`, and the \`onlineUrl\` of its conversation; see [docs/web-calls.md](web-calls.md) |
| create a job from its posting | \`POST /jobs/url\`; see [docs/job-extraction.md](job-extraction.md) |
| receive webhooks on your machine | \`PARLEY_ALLOW_PRIVATE_URLS=true\`, then \`npx parley listen\`; see [docs/webhooks.md](webhooks.md) |
| search candidates at a vendor | \`PARLEY_SOURCING_PROVIDER\`, \`PARLEY_SOURCING_KEY\`; see [docs/sourcing-provider.md](sourcing-provider.md) |
| monitor it | nothing for \`/healthz\` and \`/readyz\` (503 if the database or files fail; a slow disk only after three late writes in a row); \`PARLEY_METRICS_TOKEN\` for \`/metrics\` (Prometheus) and the reasons of \`/readyz\`; \`OTEL_EXPORTER_OTLP_ENDPOINT\` for traces |

Without a token, \`/metrics\` and the reasons of \`/readyz\` are shown only to requests that come directly from this machine. [docs/security.md](security.md) has the threat model, erasure, and how to rotate secrets.`;

function settingsPage(): string {
  const special = new Set(areas.flatMap(([, table]) => Object.keys(table)));
  const general = Object.fromEntries(
    Object.entries<Setting<unknown>>(settings).filter(([name]) => !special.has(name)),
  );
  return `# Settings

Settings are environment variables, or lines of a file \`.env\` in the folder that Parley runs in; the environment wins. \`npx parley
config\` shows each with its value and where that comes from, and \`npx parley init\` asks for the most important ones.

<!-- Written by scripts/reference-docs.ts from the tables in apps/service/src/main/settings. -->

## By purpose

${byPurpose}

## Service

${settingTable(general)}
${areas.map(([title, table]) => `\n## ${title}\n\n${settingTable(table)}\n`).join('')}`;
}

function eventsPage(): string {
  const rows = eventTypes.map((type) => {
    const { about, registration, data } = eventCatalog[type];
    const names = [eventName(type, 'NEUTRAL'), eventName(type, 'LEGACY')];
    const registered = [registration.replace(/^INTERVIEW_/, 'CONVERSATION_'), registration];
    const code = (values: readonly string[]) =>
      [...new Set(values)].map((value) => `\`${value}\``).join(', ');
    return row(code(names), code(registered), about, code(Object.keys(data.properties)));
  });
  return `# Events

What [webhooks](webhooks.md) send, and \`npx parley listen\` prints. A webhook registers for events by the names of the second column;
its \`vocabulary\` decides which of two names it gets. With \`LEGACY\`, \`conversationId\` is \`interviewId\` and \`contactId\` is
\`candidateId\`. The schema of every payload is under Events in the [API reference](http://localhost:3000/docs/api#page-events).

<!-- Written by scripts/reference-docs.ts from packages/contract/src/event.ts. -->

| Event | Register as | When | \`data\` |
|---|---|---|---|
${rows.join('\n')}

Around \`data\`, every payload has the same three properties:

\`\`\`json
{
  "event": "conversation.completed",
  "timestamp": "2026-03-14T10:00:00.000Z",
  "deliveryId": "01a1de14-d148-7000-a461-1b4ba1a25675",
  "data": { "conversationId": "01a1de14-d148-7000-a461-1b4ba1a25676", "status": "COMPLETED" }
}
\`\`\`

\`deliveryId\` stays the same over every retry. The headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` follow
Standard Webhooks: [verify them](webhooks.md#verify-what-you-receive).
`;
}

async function commandsPage(): Promise<string> {
  const parts = await Promise.all(
    Object.entries(commands).map(async ([name, { summary, load }]) => {
      const { help } = await load();
      return `## parley ${name}\n\n${summary}.\n\n\`\`\`text\n${help.trim()}\n\`\`\`\n`;
    }),
  );
  return `# Commands

Run them with \`npx parley\` in Parley's folder: the clone, or one with the [package](deploy.md#install-from-the-package). [The command line](command-line.md) explains exit codes and output for programs.

<!-- Written by scripts/reference-docs.ts from the help of each command. -->

${parts.join('\n')}`;
}

export const referenceDocs: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/settings.md': settingsPage,
  'docs/events.md': eventsPage,
  'docs/commands.md': commandsPage,
};

if (import.meta.main)
  for (const [path, make] of Object.entries(referenceDocs))
    await writeFile(join(import.meta.dirname, '..', path), await make());
