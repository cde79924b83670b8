import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  diallingPause,
  type LostDial,
  lostDialsSince,
  noteLost,
  resumeDialling,
} from '../../domains/conversations/dial-ledger.actions.ts';
import { DialLedger } from '../../storage/dial-ledger.ts';
import { restoredAt } from '../../storage/installation.ts';
import { DialFence } from '../../workflows/dial-fence.ts';
import { ConfigError, publicUrl } from '../config.ts';
import type { Services } from '../wiring.ts';
import { type Command, UsageError } from './command.ts';
import { withServices } from './with-services.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 7;

export const resumeCommand: Command = {
  help: `Usage: parley resume [--report] [--days DAYS]

Prints the calls that the dial ledger has and the database lost, and then dials again: it ends the pause that
parley restore, parley start --paused, or the loss of calls, began. After parley restore it also lets go what waited:
messages, mails, webhook deliveries, and registrations at trunks.

  --report   Prints the report and keeps the pause.
  --days     How far back the report goes; default: ${DEFAULT_DAYS}.

Calls in the report are not placed again. Create a new conversation to call somebody after all; within a day
of the lost call that is refused as well, because the contact may have asked not to be called again.`,
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        report: { type: 'boolean', default: false },
        days: { type: 'string', default: String(DEFAULT_DAYS) },
      },
    });
    const days = Number(values.days);
    if (!Number.isInteger(days) || days < 1) throw new UsageError('--days must be a whole number from 1 on.');
    await withServices(async (services) => {
      const { database } = services;
      const pause = await diallingPause(database);
      const { ledger, fence } = await openFence(services);
      // Whoever resumes makes this the database to dial from; whoever only reads must not: it may be a copy.
      if (pause === undefined || values.report) await noteLost(database, ledger);
      else if (!(await fence.isOpen())) throw new ConfigError(fence.stopped?.words ?? 'Try again.');
      const since = new Date(Date.now() - days * DAY_MS);
      for (const line of reportOf(await lostDialsSince(database, since))) console.log(line);
      // An older version ends the pause alone: the rest is held until this does.
      const isCopy = (await restoredAt(database)) !== undefined;
      if (pause === undefined && (values.report || !isCopy)) return console.log('Dialling is not paused.');
      if (pause !== undefined && values.report)
        return console.log(`Dialling has been paused since ${pause.since.toISOString()}.`);
      await resumeDialling(database);
      console.log('Dialling is resumed.');
      if (isCopy)
        console.log(
          'Messages, mails and webhook deliveries that waited are sent within a minute, and trunks are registered at. No restart is needed.',
        );
    });
  },
};

/** Compares the ledger as a worker does: after a restore none may have run yet. */
async function openFence(services: Services): Promise<{ ledger: DialLedger; fence: DialFence }> {
  const { config, database } = services;
  const { makeObjects } = await import('../objects.ts');
  const objects = await makeObjects(services, publicUrl(config, config.PORT));
  const ledger = new DialLedger({
    objects,
    folder: join(config.PARLEY_DATA_DIR, 'dial-ledger'),
    newId: database.newId,
    now: () => database.now(),
  });
  const fence = new DialFence({
    everywhere: database,
    ledger,
    objects,
    workerId: database.newId(),
    onStop: () => {},
    onLost: () => {},
  });
  return { ledger, fence };
}

/** Whom we may have called, and what is unknown. No telephone number: the contact has it. */
function reportOf(lost: readonly LostDial[]): string[] {
  if (lost.length === 0) return ['The database has lost no calls.'];
  return [
    `The database has lost ${lost.length} calls that were placed. Their results are unknown:`,
    ...lost.map(({ dialledAt, companyName, companyId, contactId, conversationId, attemptNumber, ...now }) =>
      [
        `  ${dialledAt.toISOString()}  ${companyName ?? `company ${companyId}`}`,
        contactId === null ? 'a contact that the database does not have' : `contact ${contactId}`,
        `conversation ${conversationId}, call ${attemptNumber}`,
        standing(now),
      ].join(', '),
    ),
  ];
}

function standing({
  conversationStatus,
  attemptStatus,
}: Pick<LostDial, 'conversationStatus' | 'attemptStatus'>): string {
  if (conversationStatus === null) return 'the conversation is lost, too';
  if (attemptStatus === null || attemptStatus === 'SCHEDULED') return 'not closed yet';
  return `closed as ${attemptStatus}`;
}
