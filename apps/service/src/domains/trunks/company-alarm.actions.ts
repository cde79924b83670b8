import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { ownersOf } from '../access/member.actions.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { emit } from '../events/event.actions.ts';
import { type CompanyAlarm, sendCompanyAlarmTask } from './company-alarm.model.ts';

/** Emits the event and has the owners mailed, in the transaction of what it is about. */
export async function raiseAlarm(inside: Scope, alarm: CompanyAlarm): Promise<void> {
  const { companyId } = inside;
  const data = { companyId, ...alarm };
  const [event] = await emit(inside, { type: 'company.alarm', subjectId: companyId, data });
  await inside.enqueue(sendCompanyAlarmTask, { companyId, alarmId: event?.id ?? '', alarm });
}

/** Whom to mail about an alarm; undefined: the company has no owner, or is gone. */
export async function alarmAddressees(everywhere: Everywhere, companyId: CompanyId) {
  const scope = everywhere.within(companyId, { kind: 'system', id: 'company-alarm' });
  const owners = await ownersOf(scope);
  return owners.length === 0 ? undefined : { name: (await ownCompany(scope)).name, owners };
}
