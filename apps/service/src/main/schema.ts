import type { Task } from '@parley/kernel/task.ts';
import type { Logger } from 'pino';
import { purgeAuditTask } from '../domains/access/audit.model.ts';
import { purgeSessionsTask, sendSignInLinkTask } from '../domains/access/session.model.ts';
import { moveIntoWindowTask } from '../domains/agents/agent.model.ts';
import { sendInvitationTask } from '../domains/companies/invitation.model.ts';
import { purgeRegistersTask } from '../domains/contacts/do-not-call-register.model.ts';
import { retryAdmissionTask } from '../domains/conversations/call-attempt.model.ts';
import { foldCountsTask } from '../domains/conversations/conversation.model.ts';
import { sendMessagesTask, sendOnlineInvitationTask } from '../domains/conversations/message.model.ts';
import { closeLinksTask } from '../domains/conversations/online-link.model.ts';
import { lookAgainTask, sealTextsTask } from '../domains/conversations/sealing.model.ts';
import {
  embedDocumentsTask,
  expirePersonalDataTask,
  processDocumentTask,
  sweepDocumentsTask,
} from '../domains/documents/document.model.ts';
import { checkRunAlarmsTask, sendRunAlarmTask } from '../domains/runs/run-alarm.model.ts';
import { enrichTask, sourceTask, sourcingMaintenanceTask } from '../domains/sourcing/request.model.ts';
import { sendCompanyAlarmTask } from '../domains/trunks/company-alarm.model.ts';
import { tendDeliveriesTask } from '../domains/webhooks/delivery.model.ts';
import { reportCircuitsTask } from '../domains/webhooks/webhook.model.ts';
import { migrate } from '../storage/migrate.ts';
import { TaskQueue } from '../storage/tasks.ts';

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
  moveIntoWindowTask,
  retryAdmissionTask,
  foldCountsTask,
  closeLinksTask,
  sealTextsTask,
  lookAgainTask,
  sendOnlineInvitationTask,
  sendMessagesTask,
  tendDeliveriesTask,
  reportCircuitsTask,
  checkRunAlarmsTask,
  sendRunAlarmTask,
  sendCompanyAlarmTask,
  sourceTask,
  enrichTask,
  sourcingMaintenanceTask,
];

/** The whole schema: our tables and those of the task queue. In a file of its own because parley migrate needs nothing else. */
export function migrateDatabase(
  url: string,
  say: (line: string) => void,
  log: Logger,
): Promise<{ applied: string[] }> {
  const onError = (error: Error) => log.error({ err: error }, 'preparing the task queue failed');
  return migrate(url, { say, afterwards: () => TaskQueue.prepare({ url, tasks, onError }) });
}
