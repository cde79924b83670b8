import type { Task } from '@parley/kernel/task.ts';
import type { Logger } from 'pino';
import { purgeAuditTask } from '../domains/access/audit.model.ts';
import { purgeSessionsTask, sendSignInLinkTask } from '../domains/access/session.model.ts';
import { moveIntoWindowTask } from '../domains/agents/agent.model.ts';
import { sendInvitationTask } from '../domains/companies/invitation.model.ts';
import { expireContactTask, expirePersonalDataTask } from '../domains/contacts/contact.model.ts';
import { purgeRegistersTask } from '../domains/contacts/do-not-call-register.model.ts';
import { retryAdmissionTask } from '../domains/conversations/call-attempt.model.ts';
import { purgeCallsTask } from '../domains/conversations/call-retention.model.ts';
import { foldCountsTask } from '../domains/conversations/conversation.model.ts';
import { sendMessagesTask, sendOnlineInvitationTask } from '../domains/conversations/message.model.ts';
import { closeLinksTask } from '../domains/conversations/online-link.model.ts';
import { lookAgainTask, sealTextsTask } from '../domains/conversations/sealing.model.ts';
import {
  embedDocumentsTask,
  processDocumentTask,
  sweepDocumentsTask,
} from '../domains/documents/document.model.ts';
import { checkRunAlarmsTask, sendRunAlarmTask } from '../domains/runs/run-alarm.model.ts';
import { enrichTask, sourceTask, sourcingMaintenanceTask } from '../domains/sourcing/request.model.ts';
import { sendCompanyAlarmTask } from '../domains/trunks/company-alarm.model.ts';
import { reportOperatorTrunksTask } from '../domains/trunks/operator-trunk.model.ts';
import { tendDeliveriesTask } from '../domains/webhooks/delivery.model.ts';
import { reportCircuitsTask } from '../domains/webhooks/webhook.model.ts';
import { finishMigrations, type Migrated, migrate, migrateNeeded } from '../storage/migrate.ts';
import { TaskQueue } from '../storage/tasks.ts';
import { version } from './version.ts';

/** Every task; background-work.ts binds each to its workflow. */
export const tasks: readonly Task<object>[] = [
  sendInvitationTask,
  sendSignInLinkTask,
  purgeAuditTask,
  purgeSessionsTask,
  purgeRegistersTask,
  processDocumentTask,
  embedDocumentsTask,
  sweepDocumentsTask,
  expirePersonalDataTask,
  expireContactTask,
  moveIntoWindowTask,
  retryAdmissionTask,
  foldCountsTask,
  closeLinksTask,
  purgeCallsTask,
  sealTextsTask,
  lookAgainTask,
  sendOnlineInvitationTask,
  sendMessagesTask,
  tendDeliveriesTask,
  reportCircuitsTask,
  reportOperatorTrunksTask,
  checkRunAlarmsTask,
  sendRunAlarmTask,
  sendCompanyAlarmTask,
  sourceTask,
  enrichTask,
  sourcingMaintenanceTask,
];

/** The whole schema: our tables and those of the task queue. In a file of its own because parley migrate needs nothing else. */
export const migrateDatabase = (url: string, say: (line: string) => void, log: Logger): Promise<Migrated> =>
  migrate(url, withTaskQueue(url, say, log));

/** As much of it as this version does not work without: a start waits for no more. */
export async function migrateForStart(
  url: string,
  say: (line: string) => void,
  log: Logger,
): Promise<{ isComplete: boolean }> {
  const { isComplete, isNew } = await migrateNeeded(url, withTaskQueue(url, say, log));
  // In empty tables nothing takes long.
  if (isNew && !isComplete) await finishDatabase(url, say);
  return { isComplete: isNew || isComplete };
}

/** The rest of it. */
export const finishDatabase = (url: string, say: (line: string) => void): Promise<Migrated> =>
  finishMigrations(url, { say, parley: version });

const withTaskQueue = (url: string, say: (line: string) => void, log: Logger) => ({
  say,
  parley: version,
  afterwards: () =>
    TaskQueue.prepare({
      url,
      tasks,
      onError: (error) =>
        log.error({ err: error }, 'the tables of the task queue could not be created or upgraded'),
    }),
});
